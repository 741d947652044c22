"""Write a snapshot: built beside its place, read back, then swapped in whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace as changed
from itertools import groupby
from pathlib import Path

from guidance_assistant.corpus import notice as texts
from guidance_assistant.corpus import snapshot_files as form
from guidance_assistant.corpus.page import Page
from guidance_assistant.corpus.snapshot import Snapshot, check_agreement, load_snapshot
from guidance_assistant.corpus.snapshot_records import (
    Kind,
    Manifest,
    Omission,
    Source,
    guide_path,
)
from guidance_assistant.corpus.swap import replacement, write_synced
from guidance_assistant.errors import SnapshotError
from guidance_assistant.version import __version__


def write_snapshot(
    folder: Path,
    pages: Iterable[Page],
    *,
    kind: Kind,
    created_at: str,
    left_out: Iterable[Omission] = (),
    tool_version: str = "",
    replace: bool = False,
) -> Snapshot:
    """Write pages as a snapshot and return it as loaded from its place.

    The folder appears whole or not at all: a crash at any moment leaves what was there before,
    or the new snapshot. Files of other names in a replaced folder stay.

    Args:
        folder: where the snapshot is to stand; made where it does not exist.
        pages: in reading order, the pages of a guide next to each other.
        kind: what the pages are; gives the attribution, the licence and the notice.
        created_at: ISO 8601 time in UTC (``2026-11-30T09:15:00Z``).
        left_out: what was asked for and is not among the pages.
        tool_version: default: the version of this package.
        replace: whether a snapshot that stands there already may be replaced.

    Raises:
        SnapshotError: there are no pages, or they do not agree; the folder holds something
            else, or a snapshot that may not be replaced; the disk refuses.
    """
    listed = tuple(pages)
    if not listed:
        raise SnapshotError("a snapshot needs at least one page: there is none to write")
    sources = make_sources(listed, texts.licence(kind))
    manifest = _manifest(kind, listed, sources, created_at, tool_version, tuple(left_out))
    try:
        check_agreement(manifest, listed, sources)
        place = folder.resolve()
        _check_place(place, replace)
        with replacement(place) as partial:
            _write_files(partial, manifest, listed, sources)
            written = load_snapshot(partial)
    except OSError as error:
        raise SnapshotError(
            f"cannot write the snapshot to {folder}: {error.strerror or error}; free some space"
            " there, or name a folder that can be written to"
        ) from error
    except UnicodeEncodeError as error:
        raise SnapshotError(f"a page cannot be written in UTF-8: {error.reason}") from error
    return changed(written, folder=folder)


def make_sources(pages: Iterable[Page], licence: str) -> tuple[Source, ...]:
    """One source a guide, in the order of the pages, with the newest date of each sort.

    Args:
        pages: the pages of a guide next to each other.
        licence: SPDX identifier of the pages' licence.
    """
    return tuple(
        _source(path, tuple(group), licence) for path, group in groupby(pages, key=guide_path)
    )


def _source(path: str, pages: tuple[Page, ...], licence: str) -> Source:
    first = pages[0]
    return Source(
        path=path,
        title=first.guide_title,
        pages=len(pages),
        public_updated_at=max(page.public_updated_at for page in pages),
        updated_at=max(page.updated_at for page in pages),
        retrieved_at=max(page.retrieved_at for page in pages),
        publisher=first.publisher,
        licence=licence,
        nation=first.nation,
    )


def _manifest(
    kind: Kind,
    pages: tuple[Page, ...],
    sources: tuple[Source, ...],
    created_at: str,
    tool_version: str,
    left_out: tuple[Omission, ...],
) -> Manifest:
    days = sorted(page.retrieved_at[:10] for page in pages)
    return Manifest(
        format=form.FORMAT,
        kind=kind,
        fetched_from=days[0],
        fetched_until=days[-1],
        tool_version=tool_version or __version__,
        created_at=created_at,
        attribution=texts.attribution(kind),
        notice=texts.notice(kind, days[0], days[-1]),
        pages=len(pages),
        guides=len(sources),
        left_out=left_out,
    )


def _check_place(place: Path, replace: bool) -> None:
    if place.exists() and not place.is_dir():
        raise SnapshotError(f"{place} is a file: name a folder for the snapshot")
    if not place.exists() or not any(place.iterdir()):
        return
    if not all((place / name).is_file() for name in (form.MANIFEST, form.SUMS)):
        raise SnapshotError(
            f"{place} holds files and is not a snapshot: name an empty or a new folder"
        )
    if not replace:
        raise SnapshotError(
            f"{place} holds a snapshot already: name another folder, or say to replace it"
        )


def _write_files(
    folder: Path, manifest: Manifest, pages: tuple[Page, ...], sources: tuple[Source, ...]
) -> None:
    data = {
        form.MANIFEST: form.encode_manifest(manifest),
        form.PAGES: form.encode_pages(pages),
        form.SOURCES: form.encode_sources(sources),
    }
    for name, content in data.items():
        write_synced(folder / name, content)
    write_synced(folder / form.SUMS, form.encode_sums(data))

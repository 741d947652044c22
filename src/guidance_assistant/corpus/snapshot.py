"""Pages frozen with digests: load a snapshot's folder, check it, find a page in it.

A folder holds ``pages.jsonl``, ``sources.csv``, ``manifest.json`` and ``SHA256SUMS``; other
files in it are left alone. Every load compares the digests before it reads anything else.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files as package_files
from pathlib import Path

from guidance_assistant.corpus import snapshot_files as form
from guidance_assistant.corpus.page import Page
from guidance_assistant.corpus.page_lookup import index_pages, look_up
from guidance_assistant.corpus.snapshot_records import Manifest, Omission, Source, guide_path
from guidance_assistant.corpus.swap import settled
from guidance_assistant.errors import SnapshotError, SnapshotIntegrityError

__all__ = [
    "Manifest",
    "Omission",
    "Snapshot",
    "Source",
    "bundled_sample",
    "guide_path",
    "load_snapshot",
    "summary",
]

_REMEDY = "restore the folder from a copy, or build the snapshot again"
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A checked snapshot, whole in memory.

    Attributes:
        folder: where it was loaded from.
        digest: SHA-256 of the bytes of ``SHA256SUMS``, which stands for all the files.
    """

    folder: Path
    manifest: Manifest
    pages: tuple[Page, ...]
    sources: tuple[Source, ...]
    digest: str
    _by_reference: Mapping[str, Page] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_reference", index_pages(self.pages))

    def page(self, page_ref: str) -> Page:
        """Find a page by its id, its address, or the path of its guide (its first part).

        A leading slash, and an address's query and ``#anchor``, make no difference.

        Raises:
            UnknownPageError: no such page; the message names up to three that are close.
        """
        return look_up(page_ref, self._by_reference)


def load_snapshot(folder: Path) -> Snapshot:
    """Read and check a snapshot.

    The bytes whose digests are compared are the bytes that are parsed, so that a snapshot
    replaced in the meantime is read whole, as the old or as the new one.

    Raises:
        SnapshotIntegrityError: a file, or a page's body, does not match its digest.
        SnapshotError: a file is missing or cannot be read, its format is unknown, or the files
            disagree about the pages they hold.
    """
    found = _read_files(folder)
    try:
        _compare_digests(found)
        manifest = form.decode_manifest(found[form.MANIFEST])
        sources = form.decode_sources(found[form.SOURCES])
        pages = form.decode_pages(found[form.PAGES])
        check_agreement(manifest, pages, sources)
    except SnapshotError as error:
        raise type(error)(f"snapshot {folder}: {error}; {_REMEDY}") from error
    return Snapshot(folder, manifest, pages, sources, form.sha256(found[form.SUMS]))


def check_agreement(
    manifest: Manifest, pages: tuple[Page, ...], sources: tuple[Source, ...]
) -> None:
    """Check that the three files tell of the same pages, and each page of its own body.

    Raises:
        SnapshotIntegrityError: a page's body does not match its digest.
        SnapshotError: two pages share an id, or the counts differ.
    """
    for kind, said, held in (
        ("pages", manifest.pages, len(pages)),
        ("guides", manifest.guides, len(sources)),
    ):
        if said != held:
            raise SnapshotError(f"{form.MANIFEST} says {said} {kind}, the files hold {held}")
    ids = Counter(page.page_id for page in pages)
    if doubled := [page_id for page_id, times in ids.items() if times > 1]:
        raise SnapshotError(f"{form.PAGES} holds the page {doubled[0]} more than once")
    _compare_counts(Counter(map(guide_path, pages)), sources)
    for page in pages:
        _compare_body(page)


def summary(snapshot: Snapshot) -> str:
    """One line: ``137 pages from 38 guides | fetched 2026-10-09 | checksums OK``."""
    manifest = snapshot.manifest
    fetched = manifest.fetched_from
    if manifest.fetched_until != manifest.fetched_from:
        fetched += f" to {manifest.fetched_until}"
    pages, guides = counted(manifest.pages, "page"), counted(manifest.guides, "guide")
    return f"{pages} from {guides} | fetched {fetched} | checksums OK"


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 page``, ``2 pages``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def bundled_sample() -> Path:
    """Folder of the sample snapshot that ships inside the package."""
    return Path(str(package_files("guidance_assistant").joinpath("sample")))


def _read_files(folder: Path) -> dict[str, bytes]:
    for _ in range(_ATTEMPTS):
        place = settled(folder)
        before = _identity(place)
        if before is None:
            continue
        try:
            found = {name: (place / name).read_bytes() for name in form.FILES}
        except OSError as error:
            if _identity(place) == before:
                raise SnapshotError(_unreadable(folder, place, error)) from error
        else:
            if _identity(place) == before:
                return found
    if settled(folder).exists():
        raise SnapshotError(f"snapshot {folder} is being replaced all the time: try again later")
    raise SnapshotError(
        f"there is no snapshot folder {folder}: name another one, or make it with:"
        f" guidance-assistant snapshot build ITEMS --out {folder}"
    )


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from another that was swapped in under its name."""
    try:
        entry = os.stat(folder)
    except OSError:
        return None
    return entry.st_dev, entry.st_ino


def _unreadable(folder: Path, place: Path, error: OSError) -> str:
    missing = [name for name in form.FILES if not (place / name).exists()]
    if missing:
        return f"snapshot {folder} is not whole, {', '.join(missing)} missing; {_REMEDY}"
    return f"snapshot {folder} cannot be read: {error.filename}: {error.strerror}; {_REMEDY}"


def _compare_digests(found: Mapping[str, bytes]) -> None:
    for name, expected in form.decode_sums(found[form.SUMS]).items():
        digest = form.sha256(found[name])
        if digest != expected:
            raise SnapshotIntegrityError(
                f"{name} has changed, or {form.SUMS} has: expected SHA-256 {expected},"
                f" found {digest}"
            )


def _compare_counts(held: Mapping[str, int], sources: tuple[Source, ...]) -> None:
    said = {source.path: source.pages for source in sources}
    if len(said) != len(sources):
        raise SnapshotError(f"{form.SOURCES} lists a guide more than once")
    for path in sorted(held.keys() | said.keys()):
        if held.get(path, 0) != said.get(path, 0):
            raise SnapshotError(
                f"{form.SOURCES} says {said.get(path, 0)} pages for {path},"
                f" {form.PAGES} holds {held.get(path, 0)}"
            )


def _compare_body(page: Page) -> None:
    digest = form.sha256(page.body_html.encode())
    if digest != page.body_sha256:
        raise SnapshotIntegrityError(
            f"{form.PAGES}: the body of {page.page_id} has changed: expected SHA-256"
            f" {page.body_sha256}, found {digest}"
        )

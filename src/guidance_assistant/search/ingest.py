"""Build the index of a snapshot beside the old one, embed only what changed, swap it in whole."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from guidance_assistant.corpus.chunk import chunk_page
from guidance_assistant.corpus.page import Chunk
from guidance_assistant.corpus.parse import parse_html
from guidance_assistant.corpus.snapshot import Snapshot
from guidance_assistant.errors import IndexMissingError, IndexStaleError
from guidance_assistant.search.embed import open_embedder, usable_embedders
from guidance_assistant.search.index import (
    FORMAT,
    SCHEMA,
    SqliteIndex,
    encode_chunk,
    unit_embedder,
    unit_sha256,
    unit_text,
)
from guidance_assistant.search.vectors import (
    Known,
    Progress,
    embed_missing,
    known_in_file,
    known_in_index,
    shipped_vectors,
)
from guidance_assistant.version import __version__


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What a build did.

    Attributes:
        embedded: texts embedded anew, over all embedders.
        reused: texts whose vectors were known.
        unchanged: the index in place was already the one asked for, and was left alone.
        fallback: why an embedder is not in the index, or ``""``.
        seconds: wall-clock time.
    """

    path: Path
    chunks: int
    pages: int
    embedders: tuple[str, ...]
    embedded: int
    reused: int
    unchanged: bool
    fallback: str
    seconds: float


def ingest(
    snapshot: Snapshot,
    path: Path,
    embedders: Sequence[str] = (),
    progress: Progress = lambda what, done, total: None,
    shipped: Path | None = None,
) -> IngestReport:
    """Build the index of ``snapshot`` at ``path``; until it is whole, the old one stays in place.

    Args:
        snapshot: pages whose digests have been checked.
        path: the index file.
        embedders: names to use; empty for all that load on this computer.
        progress: called with what is being done, how many are done, and how many there are.
        shipped: file of known vectors; by default the one in the package.

    Raises:
        ModelError: no embedder loads.
        IndexMissingError: the folder cannot be written to, or the disk is full.
    """
    started = time.perf_counter()
    names, fallback = (tuple(embedders), "") if embedders else usable_embedders()
    chunks = chunk_snapshot(snapshot, progress)
    facts = _facts(snapshot, chunks, names)
    unchanged = _same(path, facts)
    embedded = total = 0
    if not unchanged:
        texts = {name: _texts(chunks, name == unit_embedder(names)) for name in names}
        total = sum(len(each) for each in texts.values())
        vectors, embedded = _vectors(texts, path, shipped or shipped_vectors(), progress)
        _swap_in(path, facts, chunks, vectors)
    return IngestReport(
        path=path,
        chunks=len(chunks),
        pages=len(snapshot.pages),
        embedders=names,
        embedded=embedded,
        reused=total - embedded,
        unchanged=unchanged,
        fallback=fallback,
        seconds=time.perf_counter() - started,
    )


def chunk_snapshot(
    snapshot: Snapshot, progress: Progress = lambda what, done, total: None
) -> list[Chunk]:
    """All chunks of all pages, in the order of the snapshot."""
    chunks: list[Chunk] = []
    for number, page in enumerate(snapshot.pages):
        progress("pages", number, len(snapshot.pages))
        chunks.extend(chunk_page(page, parse_html(page.body_html)))
    progress("pages", len(snapshot.pages), len(snapshot.pages))
    return chunks


def _facts(snapshot: Snapshot, chunks: list[Chunk], embedders: tuple[str, ...]) -> dict[str, str]:
    content = hashlib.sha256("\n".join(map(encode_chunk, chunks)).encode()).hexdigest()
    return {
        "format": FORMAT,
        "snapshot": snapshot.digest,
        "snapshot_kind": snapshot.manifest.kind,
        "snapshot_folder": str(snapshot.folder.resolve()),
        "content": content,
        "embedders": json.dumps(embedders),
        "chunks": str(len(chunks)),
        "pages": str(len(snapshot.pages)),
        "tool_version": __version__,
    }


def _same(path: Path, facts: Mapping[str, str]) -> bool:
    """Whether the index in place is whole and already holds all that would be written."""
    try:
        with closing(SqliteIndex(path)) as index:
            stored = index.meta()
            whole = len(index.chunks(index.chunk_ids)) == index.facts.chunks
            for name in index.facts.embedders:
                index.vectors(name)
    except (IndexMissingError, IndexStaleError):
        return False
    return whole and all(stored.get(key) == value for key, value in facts.items())


def _texts(chunks: list[Chunk], with_units: bool) -> dict[str, str]:
    """Every text that an embedder is to embed, by its digest."""
    texts = {chunk.text_sha256: chunk.searchable for chunk in chunks}
    if with_units:
        for chunk in chunks:
            texts.update((unit_sha256(chunk, unit), unit_text(chunk, unit)) for unit in chunk.units)
    return texts


def _vectors(
    texts: Mapping[str, Mapping[str, str]], path: Path, shipped: Path, progress: Progress
) -> tuple[dict[str, Known], int]:
    vectors: dict[str, Known] = {}
    embedded = 0
    for name, wanted in texts.items():
        known = known_in_file(shipped, name) | known_in_index(path, name)
        made: Known = {}
        if any(key not in known for key in wanted):
            made = embed_missing(open_embedder(name), wanted, known, progress)
        embedded += len(made)
        vectors[name] = {key: made.get(key) or known[key] for key in wanted}
    return vectors, embedded


def _swap_in(
    path: Path, facts: Mapping[str, str], chunks: list[Chunk], vectors: Mapping[str, Known]
) -> None:
    """Write a new file beside ``path`` and rename it over: one or the other is there, whole."""
    building = path.with_name(f"{path.name}.{os.getpid()}.building")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(path)
        with closing(sqlite3.connect(building, isolation_level=None)) as connection:
            _write(connection, facts, chunks, vectors)
        with building.open("rb") as written:
            os.fsync(written.fileno())
        building.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise IndexMissingError(
            f"cannot write the index {path} ({error}); free some space or choose another place "
            "with --index FILE; the old index, if any, is untouched"
        ) from error
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)


def _remove_abandoned(path: Path) -> None:
    """Remove what a killed build left behind, but not what another build is writing now."""
    for left in path.parent.glob(f"{path.name}.*.building"):
        pid = left.name.removeprefix(f"{path.name}.").removesuffix(".building")
        if pid.isdigit() and not _alive(int(pid)):
            left.unlink(missing_ok=True)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _write(
    connection: sqlite3.Connection,
    facts: Mapping[str, str],
    chunks: Iterable[Chunk],
    vectors: Mapping[str, Known],
) -> None:
    connection.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; {SCHEMA} BEGIN;")
    connection.executemany("INSERT INTO meta VALUES (?, ?)", facts.items())
    stored = list(chunks)
    for row, chunk in enumerate(stored):
        line = encode_chunk(chunk)
        digest = hashlib.sha256(line.encode()).hexdigest()
        values = (row, chunk.chunk_id, chunk.page_id, line, digest)
        connection.execute("INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", values)
        words = (row, chunk.title, chunk.section, chunk.text)
        connection.execute(
            "INSERT INTO words (rowid, title, section, body) VALUES (?, ?, ?, ?)", words
        )
    for name, known in vectors.items():
        rows = [(name, key, vector) for key, vector in known.items()]
        connection.executemany("INSERT INTO vectors VALUES (?, ?, ?)", rows)
        joined = hashlib.sha256(b"".join(known[c.text_sha256] for c in stored)).hexdigest()
        connection.execute("INSERT INTO meta VALUES (?, ?)", (f"vectors {name}", joined))
    connection.execute("COMMIT")

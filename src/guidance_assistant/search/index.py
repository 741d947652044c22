"""The index in one SQLite file: chunks, their words (FTS5) and their vectors, opened for reading.

Every row carries a digest of what it holds, and so does every set of vectors: an index in which a
byte has changed does not answer. The file is never written after it is built; `ingest.py` swaps a
new one in.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guidance_assistant.corpus.page import Chunk, Unit
from guidance_assistant.errors import IndexMissingError, IndexStaleError, UnknownChunkError

FORMAT = "1"
INGEST = "run: guidance-assistant ingest"
TITLE_WEIGHT, SECTION_WEIGHT, BODY_WEIGHT = 2.0, 2.0, 1.0

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunks (
    row INTEGER PRIMARY KEY, chunk_id TEXT UNIQUE NOT NULL, page_id TEXT NOT NULL,
    chunk TEXT NOT NULL, sha256 TEXT NOT NULL
);
CREATE INDEX chunks_of_page ON chunks (page_id, row);
CREATE VIRTUAL TABLE words USING fts5 (
    title, section, body, content='', tokenize='porter unicode61 remove_diacritics 2'
);
CREATE TABLE vectors (
    embedder TEXT NOT NULL, text_sha256 TEXT NOT NULL, vector BLOB NOT NULL,
    PRIMARY KEY (embedder, text_sha256)
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class IndexFacts:
    """What an index records about itself."""

    snapshot: str
    snapshot_kind: str
    snapshot_folder: str
    embedders: tuple[str, ...]
    chunks: int
    pages: int
    tool_version: str


# Units are some six times as many as chunks, so one embedder does for them: the quickest.
_UNIT_EMBEDDER = "bge-small-en"


def unit_embedder(embedders: Sequence[str]) -> str:
    """The embedder, among those of an index, whose vectors of units it keeps."""
    return _UNIT_EMBEDDER if _UNIT_EMBEDDER in embedders else embedders[-1]


def unit_sha256(chunk: Chunk, unit: Unit) -> str:
    """Key under which the vector of a unit is kept: the digest of `unit_text`."""
    return hashlib.sha256(unit_text(chunk, unit).encode()).hexdigest()


def unit_text(chunk: Chunk, unit: Unit) -> str:
    """What is embedded for a unit: title and section say what its sentence is about."""
    return "\n".join(part for part in (chunk.title, chunk.section, unit.text) if part)


def encode_chunk(chunk: Chunk) -> str:
    """A chunk as one line of JSON."""
    record = {name: getattr(chunk, name) for name in chunk.__slots__ if name != "units"}
    record["units"] = [[unit.kind, unit.spans, unit.text] for unit in chunk.units]
    return json.dumps(record, ensure_ascii=False)


def decode_chunk(line: str) -> Chunk:
    """The chunk that `encode_chunk` wrote."""
    record: dict[str, Any] = json.loads(line)
    units = tuple(
        Unit(kind, tuple((start, end) for start, end in spans), text)
        for kind, spans, text in record.pop("units")
    )
    return Chunk(**record, units=units)


class SqliteIndex:
    """A built index, read-only; safe to share between threads.

    Raises:
        IndexMissingError: there is no file here.
        IndexStaleError: the file is not an index of this version, or a byte of it has changed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise IndexMissingError(f"there is no index at {path}; {INGEST}")
        # immutable: a build replaces the file and never writes into it
        uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        try:
            self.facts = self._read_facts()
        except IndexStaleError:
            self._connection.close()
            raise

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    def __enter__(self) -> SqliteIndex:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def meta(self) -> dict[str, str]:
        """All that the index records about itself, as written."""
        return dict(self._rows("SELECT key, value FROM meta"))

    def chunk(self, chunk_id: str) -> Chunk:
        """One chunk by id.

        Raises:
            UnknownChunkError: the index holds no such chunk.
        """
        return self.chunks([chunk_id])[0]

    def chunks(self, chunk_ids: Iterable[str]) -> list[Chunk]:
        """Chunks by id, in the order asked for.

        Raises:
            UnknownChunkError: the index holds no chunk of one of these ids.
            IndexStaleError: a chunk is not the one that was stored.
        """
        found: list[Chunk] = []
        for chunk_id in chunk_ids:
            rows = self._rows("SELECT chunk, sha256 FROM chunks WHERE chunk_id = ?", (chunk_id,))
            if not rows:
                raise UnknownChunkError(
                    f"the index holds no chunk {chunk_id!r}; see: guidance-assistant chunks PAGE"
                )
            found.append(self._checked(*rows[0]))
        return found

    def chunks_of(self, page_id: str) -> list[Chunk]:
        """Chunks of a page in reading order; empty when the page has none."""
        sql = "SELECT chunk, sha256 FROM chunks WHERE page_id = ? ORDER BY row"
        return [self._checked(*row) for row in self._rows(sql, (page_id,))]

    @cached_property
    def chunk_ids(self) -> list[str]:
        """Ids of all chunks, in the order of the rows of `vectors`."""
        return [row[0] for row in self._rows("SELECT chunk_id FROM chunks ORDER BY row")]

    @cached_property
    def _row_of(self) -> dict[str, int]:
        return {chunk_id: row for row, chunk_id in enumerate(self.chunk_ids)}

    def row(self, chunk_id: str) -> int:
        """Row of a chunk in `vectors`."""
        return self._row_of[chunk_id]

    def bm25(self, words: list[str], limit: int) -> list[tuple[str, float]]:
        """Ids and BM25 scores (higher is better) of chunks with any of the words, best first."""
        if not words:
            return []
        match = " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
        sql = (
            "SELECT chunk_id, -bm25(words, ?, ?, ?) AS score FROM words "
            "JOIN chunks ON chunks.row = words.rowid WHERE words MATCH ? "
            "ORDER BY score DESC, chunks.row LIMIT ?"
        )
        weights = (TITLE_WEIGHT, SECTION_WEIGHT, BODY_WEIGHT)
        return [(row[0], float(row[1])) for row in self._rows(sql, (*weights, match, limit))]

    def vectors(self, embedder: str) -> NDArray[np.float32]:
        """Vectors of all chunks: ``(chunks, dimensions)``, rows in the order of `chunk_ids`."""
        if embedder not in self._matrices:
            self._matrices[embedder] = self._load_vectors(embedder)
        return self._matrices[embedder]

    def unit_vectors(self, embedder: str, keys: list[str]) -> NDArray[np.float32]:
        """Vectors of units by `unit_sha256`: ``(len(keys), dimensions)``.

        Raises:
            IndexStaleError: one of them is not in the index.
        """
        sql = "SELECT vector FROM vectors WHERE embedder = ? AND text_sha256 = ?"
        blobs = [row for key in keys for row in self._rows(sql, (embedder, key))]
        if len(blobs) != len(keys):
            raise IndexStaleError(f"the index {self.path} lacks vectors of {embedder}; {INGEST}")
        return np.array([np.frombuffer(blob, np.float16) for (blob,) in blobs], np.float32)

    @cached_property
    def _matrices(self) -> dict[str, NDArray[np.float32]]:
        return {}

    def _load_vectors(self, embedder: str) -> NDArray[np.float32]:
        sql = (
            "SELECT vector FROM chunks JOIN vectors ON embedder = ? "
            "AND text_sha256 = json_extract(chunk, '$.text_sha256') ORDER BY row"
        )
        blobs = [row[0] for row in self._rows(sql, (embedder,))]
        digest = self._rows("SELECT value FROM meta WHERE key = ?", (f"vectors {embedder}",))
        if not digest or digest[0][0] != hashlib.sha256(b"".join(blobs)).hexdigest():
            raise IndexStaleError(f"the vectors in {self.path} are not those stored; {INGEST}")
        matrix = np.frombuffer(b"".join(blobs), np.float16).reshape(len(blobs), -1)
        return matrix.astype(np.float32)

    def _checked(self, line: str, sha256: str) -> Chunk:
        if hashlib.sha256(line.encode()).hexdigest() != sha256:
            raise IndexStaleError(f"a chunk in {self.path} is not the one stored; {INGEST}")
        return decode_chunk(line)

    def _rows(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise IndexStaleError(
                f"the index {self.path} cannot be read ({error}); {INGEST}"
            ) from error

    def _read_facts(self) -> IndexFacts:
        meta = self.meta()
        if meta.get("format") != FORMAT:
            raise IndexStaleError(f"the index {self.path} is of another version; {INGEST}")
        return IndexFacts(
            snapshot=meta["snapshot"],
            snapshot_kind=meta["snapshot_kind"],
            snapshot_folder=meta["snapshot_folder"],
            embedders=tuple(json.loads(meta["embedders"])),
            chunks=int(meta["chunks"]),
            pages=int(meta["pages"]),
            tool_version=meta["tool_version"],
        )

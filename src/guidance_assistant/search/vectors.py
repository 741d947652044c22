"""Vectors by the digest of the text they stand for, so that only text that changed is embedded.

They come from three places, asked in this order: the index that a build replaces, a file of vectors
that ships with the package for the bundled sample, and the embedder itself.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from guidance_assistant.search.embed import Embedder

Known = dict[str, bytes]  # text_sha256 -> float16 vector
Progress = Callable[[str, int, int], None]  # what is done, how many so far, of how many
BATCH = 16


def shipped_vectors() -> Path:
    """The file of vectors that ships with the package (it may be absent)."""
    return Path(str(files("guidance_assistant.search") / "sample_vectors.npz"))


def known_in_index(path: Path, embedder: str) -> Known:
    """Vectors of an index file; none when it is missing or cannot be read."""
    if not path.is_file():
        return {}
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            sql = "SELECT text_sha256, vector FROM vectors WHERE embedder = ?"
            return dict(connection.execute(sql, (embedder,)).fetchall())
    except sqlite3.Error:
        return {}  # a damaged index is replaced, not mended


def known_in_file(path: Path, embedder: str) -> Known:
    """Vectors of a file written by `write_vectors`; none when it is missing or damaged."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            keys, vectors = stored[f"{embedder} keys"], stored[f"{embedder} vectors"]
            digest = bytes(stored[f"{embedder} sha256"])
    except (OSError, KeyError, ValueError, EOFError):
        return {}
    if digest != _digest(keys, vectors):
        return {}
    return {bytes(key).hex(): vector.tobytes() for key, vector in zip(keys, vectors, strict=True)}


def write_vectors(path: Path, known: Mapping[str, Known]) -> None:
    """Write vectors by embedder name, sorted by digest so that the file is the same each time."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for embedder, vectors_by_key in known.items():
        ordered = sorted(vectors_by_key.items())
        keys = np.array([list(bytes.fromhex(key)) for key, _ in ordered], np.uint8)
        vectors = np.array([np.frombuffer(vector, np.float16) for _, vector in ordered])
        arrays[f"{embedder} keys"], arrays[f"{embedder} vectors"] = keys, vectors
        arrays[f"{embedder} sha256"] = np.frombuffer(_digest(keys, vectors), np.uint8)
    np.savez(path, allow_pickle=False, **arrays)


def embed_missing(
    embedder: Embedder, texts: Mapping[str, str], known: Known, progress: Progress
) -> Known:
    """Vectors for the digests in ``texts`` that ``known`` lacks, embedded as passages."""
    missing = [key for key in texts if key not in known]
    made: Known = {}
    for start in range(0, len(missing), BATCH):
        progress(embedder.name, start, len(missing))
        keys = missing[start : start + BATCH]
        vectors = embedder.passages([texts[key] for key in keys])
        made.update((key, vector.tobytes()) for key, vector in zip(keys, vectors, strict=True))
    progress(embedder.name, len(missing), len(missing))
    return made


def _digest(keys: NDArray[np.generic], vectors: NDArray[np.generic]) -> bytes:
    return hashlib.sha256(keys.tobytes() + vectors.tobytes()).digest()

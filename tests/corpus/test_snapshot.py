from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.made_items import page, pages
from guidance_assistant.corpus.snapshot import Snapshot, bundled_sample, load_snapshot, summary
from guidance_assistant.corpus.snapshot_records import Kind
from guidance_assistant.corpus.write import write_snapshot
from guidance_assistant.errors import SnapshotError, SnapshotIntegrityError, UnknownPageError

FILES = ["pages.jsonl", "sources.csv", "manifest.json", "SHA256SUMS"]
KINDS: tuple[Kind, ...] = ("govuk", "sample")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "snapshot"
    write_snapshot(place, pages(), kind="govuk", created_at="2026-11-28T10:00:00Z")
    return place


@pytest.fixture
def snapshot(folder: Path) -> Snapshot:
    return load_snapshot(folder)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("whole") / "snapshot"
    write_snapshot(place, pages(), kind="govuk", created_at="2026-11-28T10:00:00Z")
    return place


def sign(folder: Path) -> None:
    """Make the digests right again, so that what else is wrong with the files comes to light."""
    names = ["manifest.json", "pages.jsonl", "sources.csv"]
    sums = (f"{hashlib.sha256((folder / n).read_bytes()).hexdigest()}  {n}\n" for n in names)
    (folder / "SHA256SUMS").write_text("".join(sums))


def edit(folder: Path, name: str, change: Callable[[str], str]) -> None:
    before = (folder / name).read_text("utf-8")
    after = change(before)
    assert after != before, "the test changed nothing"
    (folder / name).write_bytes(after.encode())
    sign(folder)


def test_what_was_written_is_what_is_loaded(snapshot: Snapshot, folder: Path) -> None:
    assert snapshot.pages == pages()
    assert snapshot.folder == folder
    assert [(s.path, s.pages, s.licence) for s in snapshot.sources] == [
        ("odd-jobs", 2, "OGL-UK-3.0"),
        ("time-off-to-vote", 1, "OGL-UK-3.0"),
    ]
    assert (snapshot.manifest.pages, snapshot.manifest.guides) == (3, 2)


def test_the_digest_is_that_of_the_list_of_digests(snapshot: Snapshot, folder: Path) -> None:
    assert snapshot.digest == hashlib.sha256((folder / "SHA256SUMS").read_bytes()).hexdigest()


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="sha256sum is not installed")
def test_the_digests_can_be_checked_without_this_package(folder: Path) -> None:
    done = subprocess.run(["sha256sum", "--strict", "--check", "SHA256SUMS"], cwd=folder, text=True,
                          capture_output=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(": OK") == 3


def test_a_page_is_a_line_with_its_keys_in_the_order_of_the_record(folder: Path) -> None:
    lines = (folder / "pages.jsonl").read_text("utf-8").splitlines()
    fields = [field.name for field in dataclasses.fields(page())]
    assert [list(json.loads(line)) for line in lines] == [fields] * 3


def test_summary_names_pages_guides_and_the_day(snapshot: Snapshot) -> None:
    assert summary(snapshot) == "3 pages from 2 guides | fetched 2026-11-28 | checksums OK"


def test_summary_and_notice_name_the_first_and_the_last_day_of_fetching(tmp_path: Path) -> None:
    early = page("odd-jobs/pay", retrieved_at="2026-11-27T23:59:59Z")
    late = page("odd-jobs/rest", retrieved_at="2026-11-29T00:00:00Z")
    write_snapshot(tmp_path / "s", [early, late], kind="govuk", created_at="2026-11-29T00:00:01Z")
    found = load_snapshot(tmp_path / "s")
    assert (
        summary(found) == "2 pages from 1 guide | fetched 2026-11-27 to 2026-11-29 | checksums OK"
    )
    assert "fetched from 2026-11-27 to 2026-11-29" in found.manifest.notice


@pytest.mark.parametrize("kind", KINDS)
def test_the_notice_says_four_things_in_at_most_three_sentences(tmp_path: Path, kind: Kind) -> None:
    write_snapshot(tmp_path / "s", pages(), kind=kind, created_at="2026-11-28T10:00:00Z")
    notice = load_snapshot(tmp_path / "s").manifest.notice
    for words in ("publisher's guidance says", "not legal advice", "not a government service"):
        assert words in notice
    assert "2026-11-28" in notice
    assert "may have changed" in notice
    assert "open" in notice
    assert notice.count(". ") + 1 <= 3
    assert "{" not in notice


def test_only_a_govuk_snapshot_carries_the_licence_line_of_govuk(tmp_path: Path) -> None:
    lines = {}
    for kind in KINDS:
        write_snapshot(tmp_path / kind, pages(), kind=kind, created_at="2026-11-28T10:00:00Z")
        found = load_snapshot(tmp_path / kind)
        lines[kind] = (found.manifest.attribution, {s.licence for s in found.sources})
    ogl = "Contains public sector information licensed under the Open Government Licence v3.0."
    assert lines["govuk"] == (ogl, {"OGL-UK-3.0"})
    assert "not GOV.UK's text" in lines["sample"][0]
    assert lines["sample"][1] == {"MIT"}


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_changed_byte_stops_the_load_and_names_the_file(
    whole: Path, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(FILES))
    before = (whole / name).read_bytes()
    at = data.draw(st.integers(0, len(before) - 1))
    other = data.draw(st.integers(1, 255))
    changed = bytearray(before)
    changed[at] ^= other
    try:
        (whole / name).write_bytes(changed)
        with pytest.raises(SnapshotError) as error:
            load_snapshot(whole)
    finally:
        (whole / name).write_bytes(before)
    assert name in str(error.value)
    assert "\n" not in str(error.value)
    load_snapshot(whole)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: data + b"\n", bytes.upper])
def test_a_file_cut_or_grown_stops_the_load(
    folder: Path, name: str, change: Callable[[bytes], bytes]
) -> None:
    (folder / name).write_bytes(change((folder / name).read_bytes()))
    with pytest.raises(SnapshotError, match=name):
        load_snapshot(folder)


@pytest.mark.parametrize("name", FILES[:3])
def test_a_changed_file_is_told_with_both_digests_and_what_to_do(folder: Path, name: str) -> None:
    before = (folder / name).read_bytes()
    (folder / name).write_bytes(before + b" ")
    with pytest.raises(SnapshotIntegrityError) as error:
        load_snapshot(folder)
    assert f"expected SHA-256 {hashlib.sha256(before).hexdigest()}" in str(error.value)
    assert f"found {hashlib.sha256(before + b' ').hexdigest()}" in str(error.value)
    assert "restore" in str(error.value)


def test_a_body_that_does_not_match_its_own_digest_stops_the_load(folder: Path) -> None:
    edit(folder, "pages.jsonl", lambda text: text.replace("£12.71", "£21.71"))
    with pytest.raises(SnapshotIntegrityError, match="odd-jobs/pay"):
        load_snapshot(folder)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(SnapshotError, match=f"{name} missing"):
        load_snapshot(folder)


def test_a_folder_in_the_place_of_a_file_is_an_error_not_a_crash(folder: Path) -> None:
    (folder / "sources.csv").unlink()
    (folder / "sources.csv").mkdir()
    with pytest.raises(SnapshotError, match=r"sources\.csv"):
        load_snapshot(folder)


def test_no_folder_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="guidance-assistant snapshot build"):
        load_snapshot(tmp_path / "nothing")


def test_other_files_in_the_folder_are_left_alone(folder: Path) -> None:
    (folder / "index.sqlite").write_bytes(b"an index")
    (folder / "notes").mkdir()
    assert len(load_snapshot(folder).pages) == 3


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("manifest.json", '"format": 1', '"format": 2', "format 2"),
        ("manifest.json", '"format": 1', '"format": "1"', "format"),
        ("manifest.json", '"pages": 3', '"pages": 4', "says 4 pages"),
        ("manifest.json", '"guides": 2', '"guides": 1', "says 1 guides"),
        ("manifest.json", '"kind": "govuk"', '"kind": "other"', "kind"),
        ("manifest.json", '"pages": 3,', '"pages": 3, "more": 1,', "more"),
        ("manifest.json", "{", "", "not JSON"),
        ("manifest.json", "{", "[" * 100_000, "not JSON"),
        ("sources.csv", '"odd-jobs","Odd jobs",2', '"odd-jobs","Odd jobs",1', "odd-jobs"),
        ("sources.csv", '"odd-jobs","Odd jobs",2', '"odd-jobs","Odd jobs",two', "row 1"),
        ("sources.csv", ',"GB"\n', ',"FR"\n', "nation"),
        ("sources.csv", '"nation"\n', '"country"\n', "columns"),
        ("sources.csv", ',"GB"\n', "\n", "row 1"),
        ("pages.jsonl", '"odd-jobs/pay"', '"odd-jobs/overview"', "more than once"),
        ("pages.jsonl", '"withdrawn": false', '"withdrawn": 0', "line 1"),
        ("pages.jsonl", '"locale": "en", ', "", "locale"),
        ("pages.jsonl", '{"page_id": "time', "{page_id: time", "line 3"),
        ("pages.jsonl", '"updated_at": "2018-08-09T15:18:10Z"', '"updated_at": "2018"', "line 1"),
    ],
)
def test_files_that_are_signed_and_still_wrong(
    folder: Path, name: str, old: str, new: str, told: str
) -> None:
    edit(folder, name, lambda text: text.replace(old, new, 1))
    with pytest.raises(SnapshotError) as error:
        load_snapshot(folder)
    assert told in str(error.value)
    assert name in str(error.value)
    assert len(str(error.value)) < 600


def test_a_later_format_is_told_even_where_its_fields_are_unknown(folder: Path) -> None:
    (folder / "manifest.json").write_text('{"format": 7, "shards": []}')
    sign(folder)
    with pytest.raises(SnapshotError, match="format 7 and this version reads format 1"):
        load_snapshot(folder)


@pytest.mark.parametrize(
    ("reference", "page_id"),
    [
        ("odd-jobs/pay", "odd-jobs/pay"),
        ("/odd-jobs/pay", "odd-jobs/pay"),
        (" odd-jobs/pay/ ", "odd-jobs/pay"),
        ("odd-jobs", "odd-jobs/overview"),
        ("/odd-jobs", "odd-jobs/overview"),
        ("odd-jobs/pay#hours", "odd-jobs/pay"),
        ("https://www.gov.uk/odd-jobs", "odd-jobs/overview"),
        ("https://www.gov.uk/odd-jobs/overview", "odd-jobs/overview"),
        ("https://www.gov.uk/odd-jobs/pay#hours", "odd-jobs/pay"),
        ("https://WWW.GOV.UK/odd-jobs/pay/?from=mail#:~:text=an%20hour", "odd-jobs/pay"),
        ("www.gov.uk/odd-jobs/pay", "odd-jobs/pay"),
        ("time-off-to-vote", "time-off-to-vote"),
    ],
)
def test_a_page_is_found_by_id_path_and_address(
    snapshot: Snapshot, reference: str, page_id: str
) -> None:
    assert snapshot.page(reference).page_id == page_id


def test_a_guide_without_its_first_part_is_found_at_its_next(tmp_path: Path) -> None:
    write_snapshot(tmp_path / "s", pages()[1:], kind="govuk", created_at="2026-11-28T10:00:00Z")
    found = load_snapshot(tmp_path / "s")
    assert found.page("odd-jobs").page_id == "odd-jobs/pay"
    assert found.page("https://www.gov.uk/odd-jobs").page_id == "odd-jobs/pay"


@pytest.mark.parametrize("reference", ["odd-job/pay", "https://elsewhere.example/odd-jobs/pay"])
def test_an_unknown_page_names_close_ones_and_the_command(
    snapshot: Snapshot, reference: str
) -> None:
    with pytest.raises(
        UnknownPageError, match=r"did you mean odd-jobs/pay.*guidance-assistant pages"
    ):
        snapshot.page(reference)


@pytest.mark.parametrize("reference", ["", "/", "#a", "http://[", "//", "https://www.gov.uk/"])
def test_a_reference_to_nothing_is_unknown(snapshot: Snapshot, reference: str) -> None:
    with pytest.raises(UnknownPageError, match="guidance-assistant pages"):
        snapshot.page(reference)


loaded = functools.cache(load_snapshot)


@given(st.text() | st.text(alphabet="/#?:.[]w").map(lambda text: f"https://{text}"))
def test_no_reference_crashes_the_search_for_a_page(whole: Path, reference: str) -> None:
    told = found_or_told(loaded(whole), reference)
    assert told in {page.page_id for page in pages()} or "guidance-assistant pages" in told
    assert "\n" not in told
    assert len(told) < 800


def found_or_told(snapshot: Snapshot, reference: str) -> str:
    try:
        return snapshot.page(reference).page_id
    except UnknownPageError as error:
        return str(error)


def test_a_long_reference_is_cut_in_the_message(snapshot: Snapshot) -> None:
    with pytest.raises(UnknownPageError) as error:
        snapshot.page("x" * 1_000_000)
    assert len(str(error.value)) < 800


def test_the_bundled_sample_is_whole() -> None:
    found = load_snapshot(bundled_sample())
    assert found.manifest.kind == "sample"
    assert {page.publisher for page in found.pages} == {"guidance-assistant sample"}
    assert all(page.url.startswith("https://www.gov.uk/") for page in found.pages)

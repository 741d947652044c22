from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from corpus.made_items import FETCHED, guide, item, part, save
from guidance_assistant.corpus.build import BuildReport, build_snapshot
from guidance_assistant.corpus.content_api import LeftOut
from guidance_assistant.corpus.snapshot import Omission, load_snapshot
from guidance_assistant.errors import InputError, SnapshotError

EXAMPLES = Path(__file__).resolve().parents[3] / "shared" / "govuk" / "content-api-examples"


@pytest.fixture
def items(tmp_path: Path) -> Path:
    folder = tmp_path / "items"
    folder.mkdir()
    return folder


def build(items: Path) -> BuildReport:
    return build_snapshot(items, items.parent / "out", retrieved_at=FETCHED)


def page_ids(items: Path) -> list[str]:
    return [page.page_id for page in load_snapshot(items.parent / "out").pages]


def told(report: BuildReport) -> list[tuple[str, str]]:
    return [(left.path, left.kind) for left in report.left_out]


def test_items_become_a_snapshot_with_the_guides_by_path(items: Path) -> None:
    save(items, "z.json", item("/a-leave"))
    save(items, "deep/er/a.json", guide("/odd-jobs"))
    report = build(items)
    assert page_ids(items) == ["a-leave", "odd-jobs/overview", "odd-jobs/pay"]
    assert (report.items, report.guides, report.pages, report.left_out) == (2, 2, 3, ())
    found = load_snapshot(items.parent / "out")
    assert found.digest == report.digest
    assert found.manifest.kind == "govuk"
    assert {page.retrieved_at for page in found.pages} == {FETCHED}
    assert report.lines() == ("3 pages from 2 guides, of 2 items read", "nothing left out")


def test_everything_left_out_is_told_in_the_report_and_in_the_manifest(items: Path) -> None:
    save(items, "a.json", item("/kept"))
    save(items, "b.json", item("/old", schema_name="gone", document_type="gone"))
    save(items, "c.json", item("/bye", withdrawn_notice={"withdrawn_at": "2020-01-01T00:00:00Z"}))
    save(items, "d.json", item("/hi", withdrawn_notice={"withdrawn_at": "2020-01-01T00:00:00Z"}))
    save(items, "e.json", guide("/half", part("full", "Full"), part("empty", "Empty", "")))
    save(items, "sub/f.json", b"<html>Error</html>")
    save(items, "notes.txt", b"not an item")
    report = build(items)
    assert told(report) == [
        ("/bye", "withdrawn"),
        ("/hi", "withdrawn"),
        ("/old", "gone"),
        ("sub/f.json", "malformed"),
        ("/half/empty", "no readable text"),
    ]
    assert (report.items, report.guides, report.items_left_out) == (6, 2, 4)
    assert report.reasons == {"withdrawn": 2, "gone": 1, "malformed": 1, "no readable text": 1}
    assert load_snapshot(items.parent / "out").manifest.left_out == tuple(
        Omission(left.path, left.reason) for left in report.left_out
    )
    lines = report.lines()
    assert lines[0] == "2 pages from 2 guides, of 6 items read"
    assert lines[1] == "5 left out: 2 withdrawn, 1 gone, 1 malformed, 1 no readable text"
    assert len(lines) == 2 + 5


def test_the_report_can_be_printed_as_json(items: Path) -> None:
    save(items, "a.json", item("/kept"))
    save(items, "b.json", item("/old", schema_name="gone"))
    shown = json.loads(json.dumps(dataclasses.asdict(build(items))))
    assert shown["pages"] == 1
    assert shown["left_out"][0]["path"] == "/old"


def test_of_two_copies_the_newer_one_counts(items: Path) -> None:
    older = item("/vote", title="Older", updated_at="2020-01-01T12:00:00+02:00")
    newer = item("/vote", title="Newer", updated_at="2020-01-01T11:00:00Z")
    save(items, "a.json", older)
    save(items, "b.json", newer)
    report = build(items)
    assert [page.guide_title for page in load_snapshot(items.parent / "out").pages] == ["Newer"]
    assert told(report) == [("/vote", "duplicate")]
    assert "a.json" in report.left_out[0].reason


def test_of_copies_of_one_day_the_first_by_file_name_counts(items: Path) -> None:
    for name in ("b", "a", "c"):
        save(items, f"{name}.json", item("/vote", title=f"From {name}"))
    report = build(items)
    assert [page.guide_title for page in load_snapshot(items.parent / "out").pages] == ["From a"]
    assert [left.reason.split()[0] for left in report.left_out] == ["b.json", "c.json"]


def test_an_older_copy_does_not_bring_back_what_was_withdrawn_since(items: Path) -> None:
    save(items, "a.json", item("/vote", updated_at="2020-01-01T00:00:00Z"))
    day = "2021-01-01T00:00:00Z"
    save(items, "b.json", item("/vote", updated_at=day, withdrawn_notice={"withdrawn_at": day}))
    save(items, "c.json", item("/kept"))
    assert told(build(items)) == [("/vote", "withdrawn"), ("/vote", "duplicate")]
    assert page_ids(items) == ["kept"]


def test_a_hostile_copy_does_not_push_out_a_page(items: Path) -> None:
    save(items, "a.json", item("/vote"))
    save(items, "b.json", item("/vote\u200b", updated_at="2029-01-01T00:00:00Z"))
    assert [kind for _, kind in told(build(items))] == ["unsafe path"]
    assert page_ids(items) == ["vote"]


def test_a_part_and_an_item_of_the_same_path_do_not_collide(items: Path) -> None:
    save(items, "a.json", guide("/odd-jobs", part("pay", "Pay")))
    save(items, "b.json", item("/odd-jobs/pay", title="Another page"))
    report = build(items)
    assert page_ids(items) == ["odd-jobs/pay"]
    assert told(report) == [("/odd-jobs/pay", "duplicate")]
    assert report.items == report.guides + report.items_left_out == 2


def test_each_file_can_have_its_own_time_of_fetching(items: Path) -> None:
    save(items, "a.json", item("/a"))
    save(items, "sub/b.json", item("/b"))
    times = {"a.json": "2026-11-27T10:00:00Z", "sub/b.json": "2026-11-28T00:30:00+01:00"}
    build_snapshot(items, items.parent / "out", retrieved_at=times)
    found = load_snapshot(items.parent / "out")
    assert [page.retrieved_at for page in found.pages] == [
        "2026-11-27T10:00:00Z",
        "2026-11-27T23:30:00Z",
    ]
    assert found.manifest.fetched_from == found.manifest.fetched_until == "2026-11-27"


def test_without_a_time_the_items_count_as_fetched_now(items: Path) -> None:
    save(items, "a.json", item("/a"))
    build_snapshot(items, items.parent / "out")
    found = load_snapshot(items.parent / "out")
    assert found.pages[0].retrieved_at == found.manifest.created_at > "2026"


def test_a_time_that_cannot_be_read_is_told_once(items: Path) -> None:
    save(items, "a.json", item("/a"))
    with pytest.raises(InputError, match="yesterday"):
        build_snapshot(items, items.parent / "out", retrieved_at="yesterday")


def test_what_could_not_be_fetched_is_told_too(items: Path) -> None:
    save(items, "a.json", item("/a"))
    missing = LeftOut("/b", "not fetched", "the API answered 404")
    report = build_snapshot(items, items.parent / "out", not_fetched=[missing])
    assert report.left_out == (missing,)
    assert report.items == report.guides + report.items_left_out == 2


def test_nothing_to_build_from_says_why(items: Path) -> None:
    with pytest.raises(SnapshotError, match=r"holds no \*.json"):
        build(items)
    save(items, "a.json", item("/old", schema_name="gone"))
    save(items, "b.json", b"{")
    with pytest.raises(SnapshotError, match=r"2 items.*1 gone, 1 malformed.*/old"):
        build(items)
    with pytest.raises(SnapshotError, match="no folder"):
        build_snapshot(items / "nowhere", items.parent / "out")
    assert not (items.parent / "out").exists()


def test_a_snapshot_that_stands_there_is_kept_unless_told(items: Path) -> None:
    save(items, "a.json", item("/a"))
    build(items)
    save(items, "b.json", item("/b"))
    with pytest.raises(SnapshotError, match="holds a snapshot already"):
        build(items)
    assert page_ids(items) == ["a"]
    build_snapshot(items, items.parent / "out", replace=True)
    assert page_ids(items) == ["a", "b"]


needs_examples = pytest.mark.skipif(not EXAMPLES.is_dir(), reason=f"needs {EXAMPLES.name}")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> tuple[BuildReport, Path]:
    out = tmp_path_factory.mktemp("real") / "out"
    return build_snapshot(EXAMPLES, out, retrieved_at="2026-08-21T00:00:00Z"), out


@needs_examples
def test_a_real_guide_has_its_three_pages(real: tuple[BuildReport, Path]) -> None:
    found = load_snapshot(real[1])
    guide_path = "employer-preventing-discrimination"
    wanted = [page for page in found.pages if page.page_id.startswith(f"{guide_path}/")]
    assert [(page.page_id, page.url) for page in wanted] == [
        (f"{guide_path}/what-discrimination-is", f"https://www.gov.uk/{guide_path}"),
        (f"{guide_path}/recruitment", f"https://www.gov.uk/{guide_path}/recruitment"),
        (
            f"{guide_path}/discrimination-during-employment",
            f"https://www.gov.uk/{guide_path}/discrimination-during-employment",
        ),
    ]
    assert {(page.public_updated_at, page.updated_at) for page in wanted} == {
        ("2015-08-21T17:14:06Z", "2018-08-09T15:18:10Z")
    }
    assert found.page(f"https://www.gov.uk/{guide_path}") == wanted[0]


@needs_examples
def test_every_real_item_is_a_page_or_left_out_with_a_reason(
    real: tuple[BuildReport, Path],
) -> None:
    report = real[0]
    files = sorted(EXAMPLES.rglob("*.json"))
    assert report.items == len(files) == report.guides + report.items_left_out
    assert "malformed" not in report.reasons
    paths = {json.loads(path.read_bytes())["base_path"] for path in files}
    found = load_snapshot(real[1])
    kept = {f"/{source.path}" for source in found.sources}
    whole = {left.path for left in report.left_out[: report.items_left_out]}
    assert kept | whole == paths
    assert all(left.reason for left in report.left_out)


@needs_examples
def test_real_pages_in_force_are_the_only_ones_kept(real: tuple[BuildReport, Path]) -> None:
    found = load_snapshot(real[1])
    kept = {f"/{source.path}" for source in found.sources}
    for path in EXAMPLES.rglob("*.json"):
        made = json.loads(path.read_bytes())
        if made["locale"] != "en" or made["schema_name"] in ("gone", "redirect", "special_route"):
            assert made["base_path"] not in kept

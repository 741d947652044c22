from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from guidance_assistant.corpus.snapshot import Snapshot, load_snapshot

HERE = Path(__file__).resolve().parent
SCRIPT = HERE.parent / "scripts" / "build_sample.py"
FILES = ["pages.jsonl", "sources.csv", "manifest.json", "SHA256SUMS"]


@pytest.fixture(scope="module")
def run() -> Callable[..., int]:
    """The script as a function of its arguments that returns the exit code."""
    spec = importlib.util.spec_from_file_location("build_sample", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its models look up their types there
    spec.loader.exec_module(module)
    return lambda *arguments: int(module.main([str(argument) for argument in arguments]))


@pytest.fixture
def authored(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HERE / "fixtures" / "sample", tmp_path / "authored"))


@pytest.fixture
def built(tmp_path: Path, authored: Path, run: Callable[..., int]) -> Path:
    assert run("--authored", authored, "--built", tmp_path / "built") == 0
    return tmp_path / "built"


@pytest.fixture
def snapshot(built: Path) -> Snapshot:
    return load_snapshot(built)


def test_a_part_is_a_page_and_a_guide_without_parts_is_one_page(snapshot: Snapshot) -> None:
    assert [(p.page_id, p.url, p.title, p.document_type) for p in snapshot.pages] == [
        ("odd-jobs/overview", "https://www.gov.uk/odd-jobs", "Odd jobs: Overview", "guide"),
        ("odd-jobs/pay", "https://www.gov.uk/odd-jobs/pay", "Odd jobs: Pay & tips", "guide"),
        ("work/tea-breaks", "https://www.gov.uk/work/tea-breaks", "Tea breaks", "answer"),
    ]


def test_it_says_that_it_is_a_sample(snapshot: Snapshot) -> None:
    assert snapshot.manifest.kind == "sample"
    assert "not GOV.UK's text" in snapshot.manifest.attribution
    assert {(p.publisher, p.locale, p.nation) for p in snapshot.pages} == {
        ("guidance-assistant sample", "en", "GB")
    }
    assert {source.licence for source in snapshot.sources} == {"MIT"}


def test_dates_are_the_authored_ones(snapshot: Snapshot) -> None:
    first = snapshot.pages[0]
    assert (first.public_updated_at, first.updated_at, first.retrieved_at) == (
        "2019-03-04T00:00:00Z",
        "2026-10-02T00:00:00Z",
        "2026-11-30T00:00:00Z",
    )
    assert snapshot.manifest.created_at == "2026-11-30T00:00:00Z"


def test_bodies_are_html_like_a_publishers(snapshot: Snapshot) -> None:
    overview, pay, tea = (page.body_html for page in snapshot.pages)
    assert '<h2 id="whats-an-oj">What\'s an <abbr title="Odd Job">OJ</abbr>?</h2>' in overview
    assert '<h2 id="whats-an-oj-1">' in overview
    assert '<a href="/odd-jobs/pay"><abbr title="Odd Job Pay">OJP</abbr> rates</a>' in overview
    assert 'role="note"><p>There is no <abbr title="Odd Job Pay">OJP</abbr> in winter.' in overview
    assert '<abbr title="written out">OJ</abbr> for short' in overview
    assert "<li>one\n<ul>\n<li>and a half</li>" in overview
    assert "<th></th>\n<th>Rate</th>" in pay
    assert '<h2 id="tips">Tips</h2>' in pay
    assert '<h3 id="tips-1">Tips</h3>' in pay
    assert tea == "<p>Tea is at 4.</p>"


def test_the_same_files_give_the_same_bytes(
    built: Path, authored: Path, tmp_path: Path, run: Callable[..., int]
) -> None:
    assert run("--authored", authored, "--built", tmp_path / "again") == 0
    for name in FILES:
        assert (tmp_path / "again" / name).read_bytes() == (built / name).read_bytes()


def test_check_tells_whether_the_built_files_are_current(
    built: Path, authored: Path, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    check = ("--check", "--authored", authored, "--built", built)
    before = [(built / name).read_bytes() for name in FILES]
    assert run(*check) == 0
    page = authored / "guides" / "odd-jobs" / "pay.md"
    page.write_text(page.read_text("utf-8") + "\nOne more line.\n", "utf-8")
    assert run(*check) == 1
    assert "pages.jsonl is not what" in capsys.readouterr().err
    assert [(built / name).read_bytes() for name in FILES] == before, "--check wrote something"
    assert run(*check[1:]) == 0
    assert run(*check) == 0


def test_check_without_built_files_fails(
    authored: Path, tmp_path: Path, run: Callable[..., int]
) -> None:
    assert run("--check", "--authored", authored, "--built", tmp_path / "nothing") == 1


def change(authored: Path, name: str, old: str, new: str) -> None:
    path = authored / "guides" / name
    before = path.read_text("utf-8")
    assert old in before
    path.write_text(before.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("odd-jobs/guide.toml", '"pay"]', '"pay", "hours"]', "hours.md"),
        ("odd-jobs/guide.toml", ', "pay"]', "]", "pay.md is not among the parts"),
        ("odd-jobs/guide.toml", '"overview", "pay"', '"pay", "overview", "pay"', "listed twice"),
        ("odd-jobs/guide.toml", '"GB"', '"FR"', "nation"),
        ("odd-jobs/guide.toml", "title =", "titel =", "title"),
        ("odd-jobs/guide.toml", "title =", "title", "cannot be read"),
        ("odd-jobs/guide.toml", "2026-10-02", "2026-12-01", "public_updated <= updated"),
        ("odd-jobs/guide.toml", "2019-03-04", "2026-10-03", "public_updated <= updated"),
        ("odd-jobs/guide.toml", "2019-03-04", "2019-13-04", "public_updated"),
        ("odd-jobs/pay.md", "# Pay & tips", "Pay", "first line"),
        ("odd-jobs/pay.md", "### Tips", "# Tips", "starts with ##"),
        ("odd-jobs/pay.md", "### Tips", '<h3 id="tips">Tips</h3>', "id tips is given twice"),
        ("work/tea-breaks/page.md", "# Tea breaks", "# Coffee", "the guide's title"),
        ("../sample.toml", "date", "day", "date"),
    ],
)
def test_a_mistake_in_an_authored_file_is_told_with_the_files_name(
    authored: Path,
    tmp_path: Path,
    run: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    name: str,
    old: str,
    new: str,
    told: str,
) -> None:
    change(authored, name, old, new)
    assert run("--authored", authored, "--built", tmp_path / "built") == 2
    message = capsys.readouterr().err
    assert told in message
    assert Path(name).parts[0].removeprefix("..") in message
    assert message.count("\n") == 1
    assert not (tmp_path / "built").exists()

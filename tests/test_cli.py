from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from conftest import Run
from guidance_assistant.corpus.snapshot import bundled_sample, load_snapshot

NOT_LEGAL_ADVICE = "it is not legal advice"


def flat(text: str) -> str:
    return " ".join(text.split())


def failed_plainly(result: object) -> bool:
    """Exit code 2, one line on standard error, nothing on standard output, no traceback."""
    code, out, err = (getattr(result, name) for name in ("exit_code", "stdout", "stderr"))
    return code == 2 and not out and err.startswith("Error: ") and err.count("\n") == 1


@pytest.fixture
def changed_sample(tmp_path: Path) -> Path:
    """The sample with £123.25 turned into £132.25 in its pages."""
    folder = tmp_path / "changed"
    shutil.copytree(bundled_sample(), folder)
    pages = folder / "pages.jsonl"
    text = pages.read_text("utf-8")
    assert "£123.25" in text
    pages.write_text(text.replace("£123.25", "£132.25", 1), "utf-8")
    return folder


def test_ask_shows_answer_source_dates_notice_and_attribution(run: Run, sample_index: Path) -> None:
    result = run("--index", sample_index, "ask", "How long is Statutory Sick Pay paid for?")
    shown = flat(result.stdout)
    assert result.exit_code == 0
    assert "28 weeks" in shown
    assert "[1] Statutory Sick Pay (SSP)" in shown
    assert "https://www.gov.uk/statutory-sick-pay" in shown
    assert re.search(r"fetched 20\d\d-\d\d-\d\d; last updated 20\d\d-\d\d-\d\d", shown)
    assert NOT_LEGAL_ADVICE in shown
    assert "this is not a government service" in shown
    assert load_snapshot(bundled_sample()).manifest.attribution in shown
    assert shown.startswith("SAMPLE:")


def test_first_ask_builds_the_index_of_the_sample(run: Run, tmp_path: Path) -> None:
    result = run("ask", "How long is Statutory Sick Pay paid for?")
    assert result.exit_code == 0
    assert "28 weeks" in flat(result.stdout)
    assert (tmp_path / "data" / "guidance-assistant" / "index.sqlite").is_file()


@pytest.mark.parametrize(
    ("question", "status", "where"),
    [
        (
            "What is the rate of Statutory Sick Pay in Northern Ireland?",
            "other_nation",
            "Labour Relations Agency",
        ),
        ("How do I renew a passport?", "off_topic", "adviser"),
        ("Should I accept the settlement my employer has offered?", "personal_advice", "Acas"),
        ("What is the minimum wage in April 2031?", "other_date", "Acas"),
    ],
)
def test_abstains_with_reason_closest_pages_and_where_to_ask(
    run: Run, sample_index: Path, question: str, status: str, where: str
) -> None:
    result = run("--index", sample_index, "ask", question)
    shown = flat(result.stdout)
    assert f"No answer ({status})" in shown
    assert where in shown
    assert "Closest pages, which do not answer this" in shown
    assert "£" not in shown
    assert NOT_LEGAL_ADVICE in shown


def test_ask_json_holds_the_whole_card(run: Run, sample_index: Path) -> None:
    result = run("--index", sample_index, "ask", "How long is maternity leave?", "--json")
    card = json.loads(result.stdout)
    assert card["status"] == "answered"
    assert "52 weeks" in card["answer"]
    for key in (
        "question claims sources closest notice attribution as_of nation engine model method "
        "passages usage timings_ms snapshot"
    ).split():
        assert key in card
    source = card["sources"][0]
    assert source["number"] == 1
    assert source["chunk_id"] == card["claims"][0]["chunk_ids"][0]
    assert card["snapshot"]["digest"] == load_snapshot(bundled_sample()).digest
    assert card["timings_ms"]["total"] > 0
    assert {"bm25", "ms-marco-MiniLM-L-12-v2"} & set(card["passages"][0]["scores"])


def test_search_each_method_finds_the_guide(run: Run, sample_index: Path) -> None:
    for method in ("bm25", "dense", "hybrid", "rerank"):
        result = run(
            "--index", sample_index, "search", "gardening leave", "--method", method, "--json"
        )
        found = json.loads(result.stdout)
        assert found["method"] == method
        assert found["results"][0]["page_id"] == "handing-in-your-notice/gardening-leave"
        assert [each["rank"] for each in found["results"]] == [1, 2, 3, 4, 5]


def test_pages_parse_and_chunks_show_the_page(run: Run) -> None:
    listed = run("pages").stdout
    assert "statutory-sick-pay/eligibility | " in listed
    assert re.search(
        r"\d+ pages from \d+ guides \| fetched 20\d\d-\d\d-\d\d \| checksums OK", listed
    )
    assert "heading2" in run("parse", "statutory-sick-pay/eligibility").stdout
    cut = run("chunks", "https://www.gov.uk/national-minimum-wage-rates").stdout
    assert re.search(r"^[0-9a-f]{12} #0 chars 0-\d+ \| +\d+ words \| https://www\.gov\.uk/", cut)
    assert "holds from 2024-04-01 until before 2026-04-01" in cut


def test_ingest_twice_embeds_nothing_the_second_time(run: Run, tmp_path: Path) -> None:
    first = run("--index", tmp_path / "i.sqlite", "ingest")
    again = run("--index", tmp_path / "i.sqlite", "ingest")
    shape = r"index \S+: \d+ chunks from \d+ pages \| embeddings \S+ \+ \S+ \| \d+\.\d s \| "
    assert re.match(shape + r"0 embedded, \d+ reused", first.stdout)
    assert re.match(shape + "unchanged", again.stdout)


def test_verify_prints_the_summary(run: Run) -> None:
    assert "checksums OK" in run("snapshot", "verify").stdout


def test_a_changed_byte_stops_every_answer(
    run: Run, changed_sample: Path, sample_index: Path
) -> None:
    for command in (["ask", "How much is SSP?"], ["search", "SSP"], ["ingest"], ["pages"]):
        result = run("--snapshot", changed_sample, "--index", sample_index, *command)
        assert failed_plainly(result), result.output
        assert "pages.jsonl" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["ask", ""],
        ["ask", "   \t "],
        ["ask", "\x00\x07\x1b"],
        ["ask", "???"],
        ["ask", "Q99"],
        ["ask", "How long is SSP paid?", "--method", "magic"],
        ["ask", "How long is SSP paid?", "--engine", "magic"],
        ["ask", "How long is SSP paid?", "--nation", "FR"],
        ["search", "SSP", "--top", "0"],
        ["parse", "no-such-page"],
        ["chunks", "no-such-page"],
        ["--snapshot", "missing", "pages"],
        ["--snapshot", "missing", "ask", "How long is SSP paid?"],
        ["--index", "missing.sqlite", "ask", "How long is SSP paid?"],
        ["snapshot", "build", "missing", "--out", "out"],
        ["ingest", "--embedder", "magic"],
    ],
)
def test_wrong_input_is_one_clear_line(
    run: Run, sample_index: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("GUIDANCE_INDEX", str(sample_index))
    result = run(*arguments)
    assert failed_plainly(result), result.output


def test_a_question_of_one_megabyte_is_refused(run: Run, sample_index: Path) -> None:
    result = run("--index", sample_index, "ask", "-", stdin="why " * 262_144)
    assert failed_plainly(result), result.output
    assert "1,048,576 characters" in result.stderr


def test_an_index_of_another_snapshot_is_refused(
    run: Run, sample_index: Path, shared: Path, tmp_path: Path
) -> None:
    built = run("snapshot", "build", shared / "content-api-examples", "--out", tmp_path / "real")
    assert built.exit_code == 0, built.output
    result = run("--snapshot", tmp_path / "real", "--index", sample_index, "ask", "SSP?")
    assert failed_plainly(result), result.output
    assert "ingest" in result.stderr


@pytest.mark.parametrize(
    "content", [b"", b"not a database", b"SQLite format 3\x00" + b"\x01" * 4096]
)
def test_a_file_that_is_no_index_is_refused(run: Run, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "i.sqlite").write_bytes(content)
    result = run("--index", tmp_path / "i.sqlite", "ask", "How long is SSP paid?")
    assert failed_plainly(result), result.output
    assert "ingest" in result.stderr


def test_help_loads_no_heavy_library(run: Run) -> None:
    import subprocess

    code = (
        "import sys; from guidance_assistant.cli import cli; "
        "cli(['--help'], standalone_mode=False); "
        "print([n for n in ('numpy', 'onnxruntime', 'pydantic', 'rich') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")


def test_real_guide_is_quoted_with_address_and_anchor(
    run: Run, shared: Path, tmp_path: Path
) -> None:
    # A handful of real items beside the guide keeps the build short.
    items = tmp_path / "items"
    for schema in ("guide", "answer", "transaction", "gone", "redirect"):
        shutil.copytree(shared / "content-api-examples" / schema, items / schema)
    out, index = tmp_path / "real", tmp_path / "real.sqlite"
    assert run("snapshot", "build", items, "--out", out).exit_code == 0
    assert run("--snapshot", out, "--index", index, "ingest").exit_code == 0
    question = "Can an employer ask about my health in a job interview?"
    result = run("--index", index, "ask", question)
    shown = flat(result.stdout)
    assert "https://www.gov.uk/employer-preventing-discrimination/recruitment#" in shown
    assert "You can only ask about health or disability if:" in shown
    assert "Open Government Licence v3.0" in shown
    assert "SAMPLE" not in shown

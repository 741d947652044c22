"""The bundled sample: labelled, complete, right in its figures, and nobody else's text."""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from guidance_assistant.assistant import Assistant
from guidance_assistant.corpus.chunk import chunk_page
from guidance_assistant.corpus.page import Chunk
from guidance_assistant.corpus.parse import parse_html
from guidance_assistant.corpus.snapshot import Snapshot, bundled_sample, load_snapshot

GUIDES = (
    "statutory-sick-pay holiday-entitlement-rights national-minimum-wage-rates "
    "maternity-pay-leave paternity-pay-leave neonatal-care-pay-leave redundancy-your-rights "
    "dismissal handing-in-your-notice rest-breaks-work flexible-working payslips"
).split()
RUN = 10  # words in a row that may not equal a run on a real page
AGES = {"25 and over": 25, "23 and over": 23, "21 and over": 21, "21 to 24": 21, "21 to 22": 21}
AGES |= {"18 to 20": 18, "Under 18": 17}


@pytest.fixture(scope="module")
def sample() -> Snapshot:
    return load_snapshot(bundled_sample())


@pytest.fixture(scope="module")
def texts(sample: Snapshot) -> dict[str, str]:
    return {page.page_id: parse_html(page.body_html).text for page in sample.pages}


def rates(shared: Path, name: str) -> list[dict[str, Any]]:
    text = (shared / "rates" / name).read_text("utf-8")
    text = re.sub(r"(?m)^(\s*-?\s*):", r"\1", text)  # Ruby symbols as plain keys
    loaded: list[dict[str, Any]] = yaml.safe_load(text)
    return loaded


def test_holds_the_guides_it_should(sample: Snapshot) -> None:
    assert set(GUIDES) <= {page.page_id.split("/")[0] for page in sample.pages}
    assert len(sample.pages) >= 40


def test_says_everywhere_that_it_is_a_sample(sample: Snapshot) -> None:
    assert sample.manifest.kind == "sample"
    assert "not GOV.UK's text" in sample.manifest.attribution
    assert "sample" in sample.manifest.notice.lower()
    assert {page.publisher for page in sample.pages} == {"guidance-assistant sample"}


def test_minimum_wage_tables_agree_with_the_published_rates(sample: Snapshot, shared: Path) -> None:
    page = sample.page("national-minimum-wage-rates")
    published = {str(each["start_date"]): each for each in rates(shared, "minimum_wage.yml")}
    compared = 0
    for chunk in chunk_page(page, parse_html(page.body_html)):
        for header, row in rows(chunk):
            start = day(row[0].split(" to ")[0])
            if start not in published:
                continue
            for column, cell in zip(header[1:], row[1:], strict=True):
                compared += 1
                assert float(cell.strip("£")) == wage(published[start], column), (start, column)
    assert compared == 8  # the published file holds two years


# Minimum wage an hour by year from April: the bands of that year, then apprentices.
IN_FORCE = {
    "2026": "12.71 10.85 8.00 8.00",
    "2025": "12.21 10.00 7.55 7.55",
    "2024": "11.44 8.60 6.40 6.40",
    "2023": "10.42 10.18 7.49 5.28 5.28",
    "2022": "9.50 9.18 6.83 4.81 4.81",
    "2021": "8.91 8.36 6.56 4.62 4.30",
    "2020": "8.72 8.20 6.45 4.55 4.15",
    "2019": "8.21 7.70 6.15 4.35 3.90",
}


def test_minimum_wage_tables_hold_every_year(sample: Snapshot) -> None:
    page = sample.page("national-minimum-wage-rates")
    found = {
        re.findall(r"20\d\d", row[0])[0]: " ".join(row[1:]).replace("£", "")
        for chunk in chunk_page(page, parse_html(page.body_html))
        for _, row in rows(chunk)
    }
    assert found == IN_FORCE


def rows(chunk: Chunk) -> Iterator[tuple[list[str], list[str]]]:
    for unit in chunk.units:
        if unit.kind == "row":
            header, row = unit.text.split("\n")[-2:]
            yield header.split(" | "), row.split(" | ")


def day(label: str) -> str:
    number, month, year = label.split()
    return f"{year}-{'Jan Feb Mar Apr'.split().index(month[:3]) + 1:02}-{int(number):02}"


def wage(published: dict[str, Any], column: str) -> float:
    if column == "Apprentice":
        return float(published["apprentice_rate"])
    age = AGES[column]
    bands = published["minimum_rates"]
    return next(float(b["rate"]) for b in bands if b["min_age"] <= age < b["max_age"])


def test_weekly_figures_agree_with_the_published_rates(texts: dict[str, str], shared: Path) -> None:
    sick = {str(e["start_date"]): e for e in rates(shared, "statutory_sick_pay.yml")}
    for start in ("2024-04-06", "2025-04-06", "2026-04-06"):
        rate = f"£{float(sick[start]['ssp_weekly_rate']):.2f}"
        assert rate in texts["statutory-sick-pay/what-youll-get"], start
    redundancy = {str(e["start_date"]): e for e in rates(shared, "redundancy_pay.yml")}
    for start in ("2025-04-06", "2026-04-06"):
        assert f"£{redundancy[start]['rate']}" in texts["redundancy-your-rights/redundancy-pay"]
        assert f"£{redundancy[start]['max']}" in texts["redundancy-your-rights/redundancy-pay"]
    birth = {str(e["start_date"]): e for e in rates(shared, "maternity_paternity_birth.yml")}
    limit = f"£{birth['2026-04-06']['lower_earning_limit_rate']}"
    assert limit in texts["maternity-pay-leave/eligibility"]


def test_no_long_run_of_words_equals_one_on_a_real_page(sample: Snapshot, shared: Path) -> None:
    real: set[tuple[str, ...]] = set()
    for text in real_texts(shared):
        words = re.findall(r"\w+", text.lower())
        real.update(zip(*(words[n:] for n in range(RUN)), strict=False))
    assert len(real) > 100_000
    for page in sample.pages:
        for block in parse_html(page.body_html).blocks:
            if block.kind == "table":  # headers and figures can only be said in one way
                continue
            words = re.findall(r"\w+", block.text.lower())
            runs = set(zip(*(words[n:] for n in range(RUN)), strict=False))
            assert not runs & real, (page.page_id, runs & real)


def real_texts(shared: Path) -> Iterator[str]:
    csv.field_size_limit(sys.maxsize)
    with (shared / "html-2026-03" / "labour-market-reform.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            yield parse_html(json.loads(row["body"])).text
    for path in [*shared.glob("html-2017/**/*.html"), *shared.glob("html-2015-outcomes/**/*.html")]:
        yield parse_html(path.read_text("utf-8")).text
    for path in shared.glob("content-api-examples/guide/**/*.json"):
        for part in json.loads(path.read_text("utf-8"))["details"].get("parts", []):
            if isinstance(part.get("body"), str):
                yield parse_html(part["body"]).text


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much is Statutory Sick Pay a week?", "£123.25"),
        ("how long is maternity leave", "52 weeks"),
        ("how much is a weeks pay capped at for redundancy", "£751"),
        ("can i take back my resignation", "employer"),
        ("how many flexible working requests can I make in a year", "at most 2 statutory requests"),
        ("minimum wage for age 22 in June 2023", "£10.18"),
    ],
)
def test_answers_quote_the_figure_that_is_in_force(
    assistant: Assistant, question: str, words: str
) -> None:
    card = assistant.ask(question)
    assert card.status == "answered"
    assert words in card.answer
    passages = {
        chunk.chunk_id: chunk
        for chunk in assistant.index.chunks(each.chunk_id for each in card.passages)
    }
    for claim in card.claims:
        text = passages[claim.chunk_ids[0]].searchable
        assert all(line in text for line in claim.text.split("\n"))

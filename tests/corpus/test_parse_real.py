"""Every real body of the shared data: the words read are the words a browser shows, in order."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.browser_words import accounts_for, shown_words, without_bars
from corpus.soundness import assert_sound
from guidance_assistant.corpus.limits import limit
from guidance_assistant.corpus.parse import parse_html

GOVUK = Path(__file__).resolve().parents[3] / "shared" / "govuk"

pytestmark = pytest.mark.skipif(
    not GOVUK.is_dir(), reason="the real GOV.UK data is not beside the repository"
)


def topic_bodies() -> Iterator[tuple[str, str]]:
    csv.field_size_limit(10_000_000)
    with (GOVUK / "html-2026-03" / "labour-market-reform.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            yield row["base_path"], json.loads(row["body"])


def whole_pages(folder: str) -> Iterator[tuple[str, str]]:
    for path in sorted((GOVUK / folder).rglob("*.html")):
        yield str(path.relative_to(GOVUK)), path.read_text()


def example_bodies() -> Iterator[tuple[str, str]]:
    """Every string of markup in the example items, whatever the field is called."""
    for path in sorted((GOVUK / "content-api-examples").rglob("*.json")):
        for field, text in strings(json.loads(path.read_text())):
            if "<" in text and ">" in text:
                yield f"{path.relative_to(GOVUK)}{field}", text


def strings(value: object, field: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from strings(inner, f"{field}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from strings(inner, f"{field}[{index}]")


SOURCES = {
    "topic of March 2026": (topic_bodies, 998),
    "pages of 2017": (lambda: whole_pages("html-2017"), 100),
    "outcomes of 2015": (lambda: whole_pages("html-2015-outcomes"), 91),
    "example items": (example_bodies, 393),
}


@pytest.mark.parametrize("source", SOURCES)
def test_reads_the_words_a_browser_shows(source: str) -> None:
    bodies, expected = SOURCES[source]
    count = 0
    for name, html in bodies():
        parsed = parse_html(html)
        read = [word for block in parsed.blocks for word in without_bars(block.text.split())]
        dropped = [text.split() for text in parsed.dropped]
        assert accounts_for(shown_words(html), read, dropped), name
        assert_sound(parsed)
        assert limit(html) == html, name
        count += 1
    assert count == expected


def test_drops_nothing_but_the_line_about_welsh() -> None:
    bodies = [html for read, _ in SOURCES.values() for _, html in read()]
    dropped = [text for html in bodies for text in parse_html(html).dropped]

    assert len(dropped) == 3
    assert all("Welsh" in text for text in dropped)


def test_columns_of_real_tables_line_up() -> None:
    """In the example items and the topic, nearly every table is a full grid once laid out."""
    tables = [
        block
        for read in (topic_bodies, example_bodies)
        for _, html in read()
        for block in parse_html(html).blocks
        if block.kind == "table"
    ]
    ragged = [table for table in tables if len({len(row) for row in table.header_cells}) > 1]

    assert len(tables) > 200
    assert len(ragged) <= 0.03 * len(tables)

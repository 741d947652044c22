"""Whether a passage is one for this nation on this day."""

from __future__ import annotations

from datetime import date

import pytest

from corpus.made_items import page
from guidance_assistant.corpus.chunk import chunk_page
from guidance_assistant.corpus.page import Chunk
from guidance_assistant.corpus.parse import parse_html
from guidance_assistant.corpus.periods import Period
from guidance_assistant.search.nations import AskedNation
from guidance_assistant.search.scope import AsOf, current_year, period_of

TODAY = date(2026, 11, 30)


def passage(heading: str = "Rates", **changes: object) -> Chunk:
    """A chunk under ``heading``, fetched on 28 November 2026 unless told otherwise."""
    (chunk,) = chunk_page(page(**changes), parse_html(f"<h2>{heading}</h2><p>£10.</p>"))  # type: ignore[arg-type]
    return chunk


@pytest.mark.parametrize(
    ("asked", "stated", "reason"),
    [
        ("GB", "GB", ""),
        ("GB", "UK", ""),
        ("NI", "UK", ""),
        ("NI", "NI", ""),
        ("NI", "GB", "other nation: GB"),
        ("GB", "NI", "other nation: NI"),
        ("other", "GB", "other nation: GB"),
        ("other", "UK", "other nation: UK"),
    ],
)
def test_nation(asked: AskedNation, stated: str, reason: str) -> None:
    chunk = passage(nation=stated)

    assert AsOf(TODAY, asked).wrong_nation(chunk) == reason
    assert AsOf(TODAY, asked)(chunk) == reason


@pytest.mark.parametrize(
    ("heading", "day", "reason"),
    [
        ("Rates", "2026-11-30", ""),
        ("Rates", "2026-04-01", ""),
        ("Rates", "2027-03-31", ""),
        ("Rates", "2026-03-31", "says nothing of"),
        ("Rates", "2027-04-01", "says nothing of"),
        ("1 April 2024 to 31 March 2025", "2024-06-01", ""),
        ("1 April 2024 to 31 March 2025", "2025-04-01", "out of force on"),
        ("1 April 2024 to 31 March 2025", "2026-11-30", "out of force on"),
        ("From 1 October 2026", "2026-11-30", ""),
        ("From 1 October 2026", "2026-09-30", "out of force on"),
        ("From 1 October 2026", "2027-04-01", "says nothing of"),
        ("From 1 April 2024", "2025-06-01", "says nothing of"),
        ("From 6 April 2027", "2027-04-06", ""),
        ("From 6 April 2027", "2028-03-31", ""),
        ("From 6 April 2027", "2028-04-01", "says nothing of"),
        ("From 6 April 2027", "2026-11-30", "out of force on"),
        ("Until 31 May 2027", "2027-05-31", ""),
        ("Until 31 May 2027", "2027-06-01", "out of force on"),
        ("Before 1 April 2021", "2020-06-01", "says nothing of"),
        ("Before 1 April 2021", "2026-11-30", "out of force on"),
    ],
)
def test_date(heading: str, day: str, reason: str) -> None:
    given = AsOf(date.fromisoformat(day)).wrong_date(passage(heading))

    assert given == (f"{reason} {day}" if reason else "")


def test_nation_is_told_before_date() -> None:
    assert AsOf(date(2020, 1, 1), "NI")(passage()) == "other nation: GB"


def test_period_of_a_chunk_is_that_of_its_headings() -> None:
    assert period_of(passage("Before 1 April 2021")) == Period(None, date(2021, 4, 1))
    assert not period_of(passage())


@pytest.mark.parametrize(
    ("fetched", "start"),
    [("2026-03-31", 2025), ("2026-04-01", 2026), ("2026-12-31", 2026), ("2027-01-01", 2026)],
)
def test_current_year_runs_from_april(fetched: str, start: int) -> None:
    expected = Period(date(start, 4, 1), date(start + 1, 4, 1))

    assert current_year(date.fromisoformat(fetched)) == expected

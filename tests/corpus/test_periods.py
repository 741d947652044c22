"""Every form of a period that is read, and what must not be read as one."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guidance_assistant.corpus.periods import (
    ALWAYS,
    Period,
    period_of_headings,
    read_dates,
    read_period,
)

MONTHS = (
    "January February March April May June July August September October November December"
).split()
DATES = st.dates(date(1900, 1, 1), date(2098, 12, 31))
DAY = timedelta(days=1)


def written(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


@pytest.mark.parametrize(
    ("label", "first", "until"),
    [
        ("between 1 April 2024 and 31 March 2025", date(2024, 4, 1), date(2025, 4, 1)),
        ("between April 2024 and March 2025", date(2024, 4, 1), date(2025, 4, 1)),
        ("between 2024 and 2025", date(2024, 1, 1), date(2026, 1, 1)),
        ("6 April 2025 to 5 April 2026", date(2025, 4, 6), date(2026, 4, 6)),
        ("from 6 April 2025 to 5 April 2026", date(2025, 4, 6), date(2026, 4, 6)),
        ("6 April 2025 until 5 April 2026", date(2025, 4, 6), date(2026, 4, 6)),
        ("November 2025 to December 2025", date(2025, 11, 1), date(2026, 1, 1)),
        ("before 6 April 2026", None, date(2026, 4, 6)),
        ("before April 2026", None, date(2026, 4, 1)),
        ("before 2026", None, date(2026, 1, 1)),
        ("until 5 April 2026", None, date(2026, 4, 6)),
        ("up to April 2026", None, date(2026, 5, 1)),
        ("until December 2026", None, date(2027, 1, 1)),
        ("up to 2026", None, date(2027, 1, 1)),
        ("on or before 5 April 2026", None, date(2026, 4, 6)),
        ("on or after 6 April 2026", date(2026, 4, 6), None),
        ("from 6 April 2026", date(2026, 4, 6), None),
        ("from April 2026", date(2026, 4, 1), None),
        ("since 2026", date(2026, 1, 1), None),
        ("after 5 April 2026", date(2026, 4, 6), None),
        ("after February 2024", date(2024, 3, 1), None),
        ("after 2026", date(2027, 1, 1), None),
        ("tax year 2025 to 2026", date(2025, 4, 6), date(2026, 4, 6)),
        ("FROM  6th\nAPRIL 2026", date(2026, 4, 6), None),
        ("Rates from 29 February 2024 (old)", date(2024, 2, 29), None),
    ],
)
def test_every_form(label: str, first: date | None, until: date | None) -> None:
    assert read_period(label) == Period(first, until)


@pytest.mark.parametrize(
    "label",
    [
        "",
        "Holiday pay",
        "current rates",
        "6 April 2026",
        "April",
        "from April",
        "from 6 April",
        "from 06/04/2026",
        "from April 6, 2026",
    ],
)
def test_label_without_a_readable_period_has_none(label: str) -> None:
    assert read_period(label) == ALWAYS


@pytest.mark.parametrize(
    "label",
    [
        "from 31 June 2026",
        "before 29 February 2023",
        "until 0 May 2026",
        "after 99 May 2026",
        "between 1 June 2026 and 31 June 2026",
        "30 February 2026 to 1 May 2026",
    ],
)
def test_date_that_does_not_exist_gives_no_period(label: str) -> None:
    assert read_period(label) == ALWAYS


@pytest.mark.parametrize(
    "label",
    [
        "from 6 April 2026 or before 1 May 2027",
        "since 2024, before 2026, after 2027",
        "between 5 May 2026 and 4 May 2025",
        "tax year 2025 to 2027",
        "tax year 2026 to 2025",
    ],
)
def test_ambiguous_label_has_no_period(label: str) -> None:
    assert read_period(label) == ALWAYS


@pytest.mark.parametrize(
    "label",
    [
        "1 May 2024 to 2 May 2024, and 1 June 2025 to 2 June 2025",
        "1 May 2024 to 2 May 2024, or from 1 June 2025",
        "tax year 2024 to 2025 and tax year 2025 to 2026",
    ],
)
def test_label_with_two_periods_has_none(label: str) -> None:
    assert read_period(label) == ALWAYS


def test_tax_year_named_behind_is_not_two_calendar_years() -> None:
    assert read_period("2025 to 2026 tax year") in (
        ALWAYS,
        Period(date(2025, 4, 6), date(2026, 4, 6)),
    )


def test_range_whose_first_date_has_no_year_is_not_read_by_half() -> None:
    assert read_period("1 April until 30 June 2026") in (
        ALWAYS,
        Period(date(2026, 4, 1), date(2026, 7, 1)),
    )


@pytest.mark.parametrize("label", ["Firms with up to 2000 workers", "Prizes from 2000 pounds"])
def test_number_of_something_is_no_year(label: str) -> None:
    assert read_period(label) == ALWAYS


@given(DATES, DATES)
def test_written_range_is_read_back(one: date, other: date) -> None:
    first, last = sorted((one, other))
    expected = Period(first, last + DAY)

    assert read_period(f"between {written(first)} and {written(last)}") == expected
    assert read_period(f"{written(first)} to {written(last)}") == expected
    assert read_period(f"Rates {written(first)} until {written(last)}") == expected


@given(DATES)
def test_written_date_is_read_back(day: date) -> None:
    label = written(day)

    assert read_dates(f"on {label}") == [(3, Period(day, day + DAY))]
    assert read_period(f"before {label}") == Period(None, day)
    assert read_period(f"on or before {label}") == Period(None, day + DAY)
    assert read_period(f"on or after {label}") == Period(day, None)
    assert read_period(f"after {label}") == Period(day + DAY, None)


@given(st.integers(1900, 2098), st.integers(1, 12))
def test_written_month_spans_its_days(year: int, month: int) -> None:
    ((_, span),) = read_dates(f"{MONTHS[month - 1]} {year}")

    assert span.first == date(year, month, 1)
    assert span.until is not None
    assert span.until.day == 1
    assert (span.until - DAY).month == month
    assert (span.until - DAY).year == year


@given(st.text(max_size=60))
def test_any_label_can_be_read(label: str) -> None:
    period = read_period(label)

    assert not (period.first and period.until) or period.first < period.until


def test_dates_are_found_in_order_without_those_that_do_not_exist() -> None:
    found = read_dates("2024, 31 June 2025 and March 2026")

    assert found == [
        (0, Period(date(2024, 1, 1), date(2025, 1, 1))),
        (23, Period(date(2026, 3, 1), date(2026, 4, 1))),
    ]


def test_period_holds_its_first_day_and_not_its_last_limit() -> None:
    period = Period(date(2026, 4, 6), date(2027, 4, 6))

    assert date(2026, 4, 5) not in period
    assert date(2026, 4, 6) in period
    assert date(2027, 4, 5) in period
    assert date(2027, 4, 6) not in period
    assert date(1900, 1, 1) in ALWAYS
    assert not ALWAYS


def test_headings_narrow_one_another() -> None:
    headings = ("Rates from 2024", "Pay", "until 5 April 2026")

    assert period_of_headings(headings) == Period(date(2024, 1, 1), date(2026, 4, 6))
    assert period_of_headings(("Pay", "Rates")) == ALWAYS

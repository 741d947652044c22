"""Read periods from headings and table labels with a strict grammar; what it cannot read has none.

A period is half-open, in whole days: ``first`` belongs to it, ``until`` does not. The forms, where
a DATE is ``6 April 2026``, ``April 2026`` or ``2026``:

=====================================  ==========================================
``between DATE and DATE``              from the first DATE to the end of the second
``DATE to DATE``, ``DATE until DATE``  the same
``before DATE``                        until the start of DATE
``until DATE``, ``up to DATE``         until the end of DATE
``on or before DATE``                  until the end of DATE
``on or after DATE``, ``from DATE``,   from the start of DATE
``since DATE``
``after DATE``                         from the day after the end of DATE
``tax year 2025 to 2026``,             6 April 2025 to 5 April 2026
``2025 to 2026 tax year``
=====================================  ==========================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

_MONTHS = (
    "january february march april may june july august september october november december"
).split()
_DAY = r"(?:(?P<day{n}>\d{{1,2}})(?:st|nd|rd|th)? )?"
_DATE = rf"(?:{_DAY}(?P<month{{n}}>{'|'.join(_MONTHS)}) )?(?P<year{{n}}>(?:19|20)\d\d)"


def _date_pattern(number: int) -> str:
    return _DATE.format(n=number)


_ONE, _TWO = _date_pattern(1), _date_pattern(2)
_MONTH_BEFORE = re.compile(rf"(?:{'|'.join(_MONTHS)})\s*$", re.I)
# A bare year ends its phrase: the 2000 of "up to 2000 workers" is a number of something.
_YEAR_ENDS = re.compile(r"$|\s*[,;:.)–-]| (?:to|and|or|until|tax|onwards)\b", re.I)
_TAX_YEAR = re.compile(
    r"\btax year (?P<year1>20\d\d) (?:to|until|-|–) (?P<year2>20\d\d)\b|"
    r"\b(?P<year3>20\d\d) (?:to|until|-|–) (?P<year4>20\d\d) tax year\b",
    re.I,
)
_RANGE = re.compile(rf"\b(?:between |from )?{_ONE} (?:and|to|until|-|–) {_TWO}\b", re.I)
_OPEN = re.compile(
    rf"\b(?P<word>on or before|on or after|before|until|up to|from|since|after) {_ONE}\b",
    re.I,
)
_SINGLE = re.compile(rf"\b{_ONE}\b", re.I)


@dataclass(frozen=True, slots=True)
class Period:
    """Half-open run of whole days; ``None`` at an end means no limit was read there."""

    first: date | None = None
    until: date | None = None

    def __contains__(self, day: date) -> bool:
        return (not self.first or self.first <= day) and (not self.until or day < self.until)

    def __bool__(self) -> bool:
        return bool(self.first or self.until)

    def __and__(self, other: Period) -> Period:
        firsts = [day for day in (self.first, other.first) if day]
        untils = [day for day in (self.until, other.until) if day]
        return Period(max(firsts, default=None), min(untils, default=None))


ALWAYS = Period()


def read_period(label: str) -> Period:
    """The one period that ``label`` states, or `ALWAYS` when it states none or more than one."""
    rest = " ".join(label.split())
    periods: list[Period] = []
    for pattern, read in ((_TAX_YEAR, _tax_year), (_RANGE, _range), (_OPEN, _open)):
        found = list(pattern.finditer(rest))
        periods += [read(each) for each in found]
        for each in reversed(found):  # a date that is read is not read again
            rest = f"{rest[: each.start()]};{rest[each.end() :]}"
    return periods[0] if len(periods) == 1 else ALWAYS


def read_dates(text: str) -> list[tuple[int, Period]]:
    """Every day, month, year or tax year in ``text``: where it starts, and the period it spans."""
    years = list(_TAX_YEAR.finditer(text))
    single = [
        each
        for each in _SINGLE.finditer(text)
        if not any(year.start() <= each.start() < year.end() for year in years)
    ]
    found = [(each.start(), _tax_year(each)) for each in years]
    found += [(each.start(), _days(each, 1)) for each in single]
    return sorted(((start, span) for start, span in found if span), key=lambda pair: pair[0])


def period_of_headings(headings: tuple[str, ...]) -> Period:
    """What all the headings above a section say together."""
    period = ALWAYS
    for heading in headings:
        period = period & read_period(heading)
    return period


def _tax_year(found: re.Match[str]) -> Period:
    """6 April to 5 April; `ALWAYS` when the years do not follow one another."""
    start, end = (int(year) for year in found.groups() if year)
    return Period(date(start, 4, 6), date(end, 4, 6)) if end == start + 1 else ALWAYS


def _range(found: re.Match[str]) -> Period:
    first, last = _days(found, 1), _days(found, 2)
    if not (first.first and last.until and first.first < last.until):
        return ALWAYS
    return Period(first.first, last.until)


def _open(found: re.Match[str]) -> Period:
    span, word = _days(found, 1), found["word"].lower()
    if not span or _MONTH_BEFORE.search(found.string[: found.start()]):
        return ALWAYS  # "1 April until 30 June 2026" is a range whose start has no year
    if not found["month1"] and not _YEAR_ENDS.match(found.string, found.end()):
        return ALWAYS
    if word == "before":
        return Period(None, span.first)
    if word in ("until", "up to", "on or before"):
        return Period(None, span.until)
    return Period(span.until if word == "after" else span.first, None)


def _days(found: re.Match[str], number: int) -> Period:
    """The days of one DATE; `ALWAYS` for a date that does not exist (31 June)."""
    year = int(found[f"year{number}"])
    month_name, day = found[f"month{number}"], found[f"day{number}"]
    if not month_name:
        return Period(date(year, 1, 1), date(year + 1, 1, 1))
    month = _MONTHS.index(month_name.lower()) + 1
    if not day:
        return Period(date(year, month, 1), date(year + month // 12, month % 12 + 1, 1))
    try:
        first = date(year, month, int(day))
    except ValueError:
        return ALWAYS
    return Period(first, first + timedelta(days=1))

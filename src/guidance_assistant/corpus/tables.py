"""Read a table into a grid of cells in which every column lines up.

A cell's text stands once, in the first row and column that it covers; the other places it covers
are empty cells, so that a figure keeps the column number of its header. Columns in which no cell
begins and rows without text are left out. A heading, list or table inside a cell is text of that
cell. ``colspan`` and ``rowspan`` are read as the HTML Standard says ("Forming a table").
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from guidance_assistant.corpus.flow import Event, Mark
from guidance_assistant.corpus.text import Lines

MOST_COLSPAN, MOST_ROWSPAN = 1000, 65534  # the Standard's own limits
# Spans that would make the grid larger than this many times its cells are not honoured.
MOST_PADDING = 10
_NUMBER = re.compile(r"\s*\+?([0-9]{1,9})")
_LONE_BAR = re.compile(r"(?<!\S)\|(?!\S)")

GridRow = tuple[tuple[str, bool], ...]  # text and whether a header, a cell


@dataclass(frozen=True, slots=True)
class Table:
    """Captions in order, and the rows that hold any text."""

    captions: tuple[str, ...]
    rows: tuple[GridRow, ...]


class _Cell(NamedTuple):
    """A cell of the source."""

    text: str
    header: bool
    colspan: int = 1
    rowspan: int = 1


class _Place(NamedTuple):
    """Columns ``start`` to ``end`` of a row, taken by a cell or, without one, by a cell above."""

    start: int
    end: int
    header: bool
    rows_left: int
    cell: _Cell | None


_Row = tuple[int, list[_Cell]]  # number of the row group (thead, tbody, tfoot) and its cells


def read_table(events: Iterator[Event], dropped: list[str]) -> Table:
    """Take from ``events`` all up to and with the closing of the table just opened."""
    source = _Source(dropped)
    for event in events:
        if not source.take_in(event):
            break
    grid = _lay_out(source.rows)
    rows = (_with_corner(row) for row in grid if any(text for text, _ in row))
    return Table(tuple(source.captions), tuple(rows))


class _Source:
    """The rows and captions of one table; tables nested in it are lines of its cells."""

    def __init__(self, dropped: list[str]) -> None:
        self.captions: list[str] = []
        self.rows: list[_Row] = []
        self._lines = Lines(dropped)
        self._nested = 0
        self._group = 0
        self._in_head = False

    def take_in(self, event: Event) -> bool:
        """Add what the event says; False when it closed the table."""
        mark, tag, node = event
        self._lines.take_in(event)
        if mark not in (Mark.OPEN, Mark.CLOSE):
            return True
        if tag == "table":
            self._nested += 1 if mark is Mark.OPEN else -1
        elif not self._nested and mark is Mark.OPEN:
            self._open(tag)
        elif not self._nested:
            self._close(tag, node)
        return self._nested >= 0

    def _open(self, tag: str) -> None:
        if tag in ("thead", "tbody", "tfoot"):
            self._group += 1
            self._in_head = tag == "thead"
        elif tag == "tr":
            self.rows.append((self._group, []))

    def _close(self, tag: str, node: LexborNode) -> None:
        if tag in ("td", "th"):
            text = _LONE_BAR.sub("¦", " ".join(self._lines.take()))  # " | " parts cells
            self.rows[-1][1].append(_Cell(text, tag == "th" or self._in_head, *_spans(node)))
        elif tag == "caption" and (lines := self._lines.take()):
            self.captions.append("\n".join(lines))


def _spans(node: LexborNode) -> tuple[int, int]:
    """Columns and rows of a cell, both at least 1."""
    attributes = node.attributes
    if not attributes:
        return 1, 1
    colspan = _NUMBER.match(attributes.get("colspan") or "")
    rowspan = _NUMBER.match(attributes.get("rowspan") or "")
    return (
        min(int(colspan[1]), MOST_COLSPAN) or 1 if colspan else 1,
        min(int(rowspan[1]) or MOST_ROWSPAN, MOST_ROWSPAN) if rowspan else 1,  # 0: to the end
    )


def _lay_out(rows: list[_Row]) -> Iterable[GridRow]:
    cells = [cell for _, row in rows for cell in row]
    if any(cell.colspan > 1 or cell.rowspan > 1 for cell in cells):
        most = MOST_PADDING * len(cells)
        placed = _place(rows, most)
        columns = sorted({place.start for row in placed for place in row if place.cell})
        if placed and sum(bisect_left(columns, row[-1].end) for row in placed if row) <= most:
            return (_fill(row, columns) for row in placed)
    return (tuple((cell.text, cell.header) for cell in row) for _, row in rows)


def _place(rows: list[_Row], most: int) -> list[list[_Place]]:
    """Give every cell its columns; nothing when that takes more than ``most`` places."""
    placed: list[list[_Place]] = []
    above: list[_Place] = []
    last_group = -1
    total = 0
    for group, cells in rows:
        row = _place_row(cells, above if group == last_group else [])
        total += len(row)
        if total > most:
            return []
        placed.append(row)
        last_group = group
        above = [
            _Place(place.start, place.end, place.header, place.rows_left - 1, None)
            for place in row
            if place.rows_left > 1
        ]
    return placed


def _place_row(cells: list[_Cell], above: list[_Place]) -> list[_Place]:
    row: list[_Place] = []
    waiting = deque(above)
    column = 0
    for cell in cells:
        while waiting and waiting[0].start <= column:
            row.append(waiting.popleft())
            column = max(column, row[-1].end)
        row.append(_Place(column, column + cell.colspan, cell.header, cell.rowspan, cell))
        column += cell.colspan
    return [*row, *waiting]


def _fill(row: list[_Place], columns: list[int]) -> GridRow:
    """Texts of a row in those ``columns`` in which some cell of the table begins."""
    filled: list[tuple[str, bool]] = []
    for place in row:
        first, last = bisect_left(columns, place.start), bisect_left(columns, place.end)
        filled += [("", False)] * (first - len(filled))
        filled += [(place.cell.text if place.cell else "", place.header)][: last - len(filled)]
        filled += [("", place.header)] * (last - len(filled))
    return tuple(filled)


def _with_corner(row: GridRow) -> GridRow:
    """Count the empty cells that lead a row of headers as headers, as a reader does."""
    texts = [index for index, (text, _) in enumerate(row) if text]
    if not all(header for _, header in row[texts[0] :]):
        return row
    return tuple((text, True) for text, _ in row)

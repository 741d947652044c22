"""Divide a chunk's blocks into units: the pieces that may be quoted alone, word for word.

A short paragraph is one unit, since the condition usually stands in the next sentence. A long one
is divided between sentences, and a sentence that qualifies the one before it stays with it. A list
is never parted from its lead-in, nor a table row from its lead-in and header row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from guidance_assistant.corpus.page import Block, Unit, UnitKind

SHORT_PARAGRAPH = 60  # words
_SENTENCE_END = re.compile(r"(?<=[.!?])(?P<closing>[\"'”’)\]]*)\s+(?=[\"'“‘(\[]?[A-Z0-9£])")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|eg|ie|Mr|Mrs|Ms|Dr|No|St|vs)\.$")
_QUALIFIES = re.compile(
    r"(?:but|however|unless|except|otherwise|if not|this (?:does|only|is|applies|also|means)|these "
    r"(?:do|only)|it (?:does|only)|they (?:must|do|can)|only|"
    r"you (?:must also|do not|cannot|will not)|"
    r"even if|also|for example|that is|the same applies|there are exceptions)\b",
    re.I,
)

Span = tuple[int, int]


def is_lead_in(block: Block) -> bool:
    """Whether a paragraph announces the list or table after it (``You must:``)."""
    return block.kind == "paragraph" and (
        block.text.rstrip().endswith(":") or block.text.rstrip()[-1:] not in (".", "!", "?", "")
    )


def qualifies(text: str) -> bool:
    """Whether ``text`` opens as an exception, a condition or a comment on what stands before it."""
    return bool(_QUALIFIES.match(text.lstrip("“‘\"'(")))


def sentences(text: str) -> list[Span]:
    """Half-open offsets of the sentences of ``text``, together covering all but the spaces."""
    spans: list[Span] = []
    start = 0
    for gap in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(text[: gap.start()]):
            spans.append((start, gap.end("closing")))
            start = gap.end()
    return [(a, b) for a, b in [*spans, (start, len(text))] if text[a:b].strip()]


def units_of(blocks: tuple[Block, ...], lead_in: Block | None, page_text: str) -> tuple[Unit, ...]:
    """Units of a chunk in reading order; headings are context, not units.

    ``lead_in`` is the sentence that announces the list when the chunk only continues it.
    """
    units: list[Unit] = []
    waiting = lead_in
    index = 0
    while index < len(blocks):
        block = blocks[index]
        if block.kind == "item":
            last = _last_item(blocks, index)
            units.append(_list_unit(waiting, blocks[index : last + 1], page_text))
            waiting, index = None, last
        elif block.kind == "table":
            units.extend(_rows(block, waiting, page_text))
            waiting = None
        elif _announces(block, blocks[index + 1 : index + 2]):
            waiting = block
        elif block.kind != "heading":
            units.extend(_prose(block, page_text))
        index += 1
    return tuple(units)


def _announces(block: Block, following: tuple[Block, ...]) -> bool:
    return is_lead_in(block) and bool(following) and following[0].kind in ("item", "table")


def _last_item(blocks: tuple[Block, ...], index: int) -> int:
    while index + 1 < len(blocks) and blocks[index + 1].kind == "item":
        index += 1
    return index


def _unit(kind: UnitKind, page_text: str, *spans: Span) -> Unit:
    return Unit(kind, spans, "\n".join(page_text[start:end] for start, end in spans))


def _list_unit(lead_in: Block | None, items: tuple[Block, ...], page_text: str) -> Unit:
    start, end = items[0].start, items[-1].end
    if lead_in is None:
        return _unit("list", page_text, (start, end))
    if not page_text[lead_in.end : start].strip():  # nothing but white space between
        return _unit("list", page_text, (lead_in.start, end))
    return _unit("list", page_text, (lead_in.start, lead_in.end), (start, end))


def _rows(table: Block, lead_in: Block | None, page_text: str) -> Iterator[Unit]:
    """A unit a row, under lead-in and header row; the whole table when it has no header row."""
    lines = _lines(table)
    lead = [(lead_in.start, lead_in.end)] if lead_in else []
    # The corner above row labels is often an empty plain cell.
    headers = [len(row) > 1 and all(row[1:]) for row in table.header_cells]
    if len(lines) < 2 or not headers[0] or len(headers) != len(lines):
        yield _unit("table", page_text, *lead, (table.start, table.end))
        return
    above: tuple[Span, ...] = ()
    for line, is_header in zip(lines, headers, strict=True):
        if is_header:
            above = (*above, line) if above and above[-1][1] + 1 >= line[0] else (line,)
        else:
            yield _unit("row", page_text, *lead, *above, line)


def _lines(table: Block) -> list[Span]:
    spans: list[Span] = []
    start = table.start
    for line in table.text.split("\n"):
        spans.append((start, start + len(line)))
        start += len(line) + 1
    return spans


def _prose(block: Block, page_text: str) -> Iterator[Unit]:
    """A notice or short paragraph whole; a long one by sentence, qualifiers kept with theirs."""
    if block.kind == "notice":
        yield _unit("notice", page_text, (block.start, block.end))
        return
    if len(block.text.split()) <= SHORT_PARAGRAPH:
        yield _unit("paragraph", page_text, (block.start, block.end))
        return
    held: Span | None = None
    for start, end in sentences(block.text):
        if held and qualifies(block.text[start:end]):
            held = (held[0], end)
            continue
        if held:
            yield _unit("sentence", page_text, (block.start + held[0], block.start + held[1]))
        held = (start, end)
    if held:
        yield _unit("sentence", page_text, (block.start + held[0], block.start + held[1]))

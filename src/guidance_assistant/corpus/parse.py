"""Turn a page's HTML body into clean text and blocks in reading order.

Every word that a browser shows stands once, in order, in a block or in ``dropped``. The rules:

- A *paragraph* is any run of text between two edges of blocks, in whatever element it stands.
- A list *item* is its own text, a line a paragraph; lists inside it are items of their own, and
  text after such a list is a further item of the same depth.
- A *notice* (`NOTICES`) is one block, a line a paragraph or list item, and holds its lists. Only a
  heading or a table stands apart and parts it in two, as it parts an item.
- A *heading* opens the next section wherever it stands, save in a table. Its text is one line and
  ends at the first block inside it, so that an unclosed heading does not swallow the page. A
  block's anchor is the ``id`` of the innermost heading in its own path that has one, never that of
  a neighbouring section.
- A *table* is one block (`tables`); its captions are paragraphs before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from guidance_assistant.corpus.boilerplate import is_boilerplate
from guidance_assistant.corpus.flow import HEADINGS, LISTS, Event, Mark, walk
from guidance_assistant.corpus.limits import limit
from guidance_assistant.corpus.page import Block, BlockKind, ParsedPage
from guidance_assistant.corpus.tables import read_table
from guidance_assistant.corpus.text import Lines

NOTICES = frozenset(
    "address application-notice call-to-action contact content-block--contact example".split()
)
_SURROGATE = re.compile("[\ud800-\udfff]")


def parse_html(body_html: str) -> ParsedPage:
    """Parse the HTML of a body, a fragment or a whole document, into blocks with exact spans.

    Blocks are joined by one new line in ``text``. Pure; any string can be parsed, broken or hostile
    HTML as browsers repair it and within the limits of `limits`. An empty body has no blocks.
    """
    # The tag keeps what stands first (a title, a frameset) from being taken for a document's head.
    source = "<body>" + limit(_SURROGATE.sub("\ufffd", body_html))
    body = LexborHTMLParser(source).body
    reader = _Reader()
    if body is not None:
        reader.read(walk(body))
    return ParsedPage(
        "\n".join(block.text for block in reader.blocks),
        tuple(reader.blocks),
        tuple(reader.dropped),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Holder:
    """What the text at hand belongs to; two elements with one holder are lines of one block."""

    kind: BlockKind
    depth: int = 0
    anchor: str = ""


class _Reader:
    """Builds the blocks of one page from its events."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.dropped: list[str] = []
        self._lines = Lines(self.dropped)
        self._holders = [_Holder("paragraph")]  # an entry for each open block
        self._lists = 0
        self._headings: list[tuple[int, str, str]] = []  # level, text, anchor of those above
        self._path: tuple[str, ...] = ()
        self._anchor = ""
        self._section = 0
        self._end = -1

    def read(self, events: Iterator[Event]) -> None:
        """Add the blocks that ``events`` make up."""
        for event in events:
            mark, tag, node = event
            if mark is Mark.OPEN and tag == "table":
                self._edge()
                self._flush()
                self._add_table(events)
                continue
            if mark is Mark.OPEN:
                self._open(tag, node)
            elif mark is Mark.CLOSE:
                self._close(tag)
            self._lines.take_in(event)
        self._flush()

    def _open(self, tag: str, node: LexborNode) -> None:
        self._lists += tag in LISTS
        outer = self._edge()
        inner = self._holder(tag, node, outer)
        if inner is not outer:
            self._flush()
        self._holders.append(inner)

    def _close(self, tag: str) -> None:
        self._lists -= tag in LISTS
        self._edge()
        inner = self._holders[-1]
        if inner is not self._holders[-2]:
            self._flush()
        self._holders.pop()

    def _holder(self, tag: str, node: LexborNode, outer: _Holder) -> _Holder:
        """What holds the text of an element just opened inside ``outer``."""
        if tag in HEADINGS:
            return _Holder("heading", HEADINGS[tag], (node.attributes.get("id") or "").strip())
        if outer.kind in ("heading", "notice"):
            return outer
        if tag == "li":
            return _Holder("item", max(1, self._lists))
        if tag in LISTS:
            return _Holder("paragraph")
        if not NOTICES.isdisjoint((node.attributes.get("class") or "").split()):
            return _Holder("notice")
        return outer

    def _edge(self) -> _Holder:
        """Pass an edge between blocks; give what holds the text beyond it."""
        holder = self._holders[-1]
        if holder.kind == "paragraph":
            self._flush()
        elif holder.kind == "heading" and self._flush():
            place = self._holders.index(holder)
            outer = self._holders[place - 1]
            self._holders[place:] = [outer] * (len(self._holders) - place)
            return outer
        return holder

    def _flush(self) -> bool:
        """Make a block of the lines gathered; False when there were none."""
        lines = self._lines.take() if self._lines else []
        if not lines:
            return False
        holder = self._holders[-1]
        if holder.kind == "heading":
            self._add_heading(holder, " ".join(lines))
        elif is_boilerplate(text := "\n".join(lines)):
            self.dropped.append(text)
        else:
            self._add(holder.kind, text, holder.depth if holder.kind == "item" else 0)
        return True

    def _add_heading(self, holder: _Holder, text: str) -> None:
        above = [heading for heading in self._headings if heading[0] < holder.depth]
        self._headings = [*above, (holder.depth, text, holder.anchor)]
        self._path = tuple(text for _, text, _ in self._headings)
        self._anchor = next((id_ for _, _, id_ in reversed(self._headings) if id_), "")
        self._section += 1
        self._add("heading", text, holder.depth)

    def _add_table(self, events: Iterator[Event]) -> None:
        table = read_table(events, self.dropped)
        for caption in table.captions:
            self._add("paragraph", caption)
        if table.rows:
            text = "\n".join(" | ".join(text for text, _ in row) for row in table.rows)
            headers = tuple(tuple(header for _, header in row) for row in table.rows)
            self._add("table", text, header_cells=headers)

    def _add(
        self,
        kind: BlockKind,
        text: str,
        depth: int = 0,
        header_cells: tuple[tuple[bool, ...], ...] = (),
    ) -> None:
        start = self._end + 1  # the new line that joins blocks
        self._end = start + len(text)
        place = (start, self._end, self._section, self._path, self._anchor)
        self.blocks.append(Block(kind, text, *place, depth, header_cells))

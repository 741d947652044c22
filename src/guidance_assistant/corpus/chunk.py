"""Cut a parsed page into chunks: a section each, at most 200 words, never through a condition.

The cut falls between *atoms*, runs of blocks that mean nothing apart: a lead-in with its list, a
lead-in with its table, a heading with what it heads. A paragraph longer than the limit is cut
between sentences, a list between its outermost items with its lead-in in front of every piece.
Only a table or a single sentence or item longer than the limit makes a longer chunk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from guidance_assistant.corpus.page import Block, Chunk, Page, ParsedPage
from guidance_assistant.corpus.periods import period_of_headings
from guidance_assistant.corpus.units import is_lead_in, sentences, units_of

MAX_WORDS = 200  # context and text together
MIN_ROOM = 80  # words left for the text under however long a title


@dataclass(frozen=True, slots=True)
class Piece:
    """Blocks that become one chunk, with the lead-in repeated when they continue a list."""

    blocks: tuple[Block, ...]
    lead_in: Block | None = None

    @property
    def words(self) -> int:
        """White-space separated words of the blocks, headings apart: the context counts those."""
        return sum(len(block.text.split()) for block in self.blocks if block.kind != "heading")


def chunk_page(page: Page, parsed: ParsedPage) -> tuple[Chunk, ...]:
    """Cut ``parsed`` into chunks in reading order, numbered from 0.

    Together the chunks hold every block once. The word limit counts the context in front.
    """
    pieces: list[Piece] = []
    for section in _sections(parsed.blocks):
        limit = max(MIN_ROOM, MAX_WORDS - _context_words(page, section))
        pieces.extend(_pack(_atoms(_short(section, limit)), limit))
    return tuple(_chunk(page, parsed, number, piece) for number, piece in enumerate(pieces))


def chunk_id(page_id: str, updated_at: str, start: int, end: int) -> str:
    """First 12 hex digits of SHA-256 over ``page_id|updated_at|start|end``."""
    return hashlib.sha256(f"{page_id}|{updated_at}|{start}|{end}".encode()).hexdigest()[:12]


def _sections(blocks: tuple[Block, ...]) -> Iterator[tuple[Block, ...]]:
    """Blocks by section; a heading with nothing below it joins the section that follows."""
    waiting: list[Block] = []
    for block in blocks:
        opens = bool(waiting) and block.section != waiting[-1].section
        if opens and any(held.kind != "heading" for held in waiting):
            yield tuple(waiting)
            waiting = []
        waiting.append(block)
    if waiting:
        yield tuple(waiting)


def _short(section: tuple[Block, ...], limit: int) -> tuple[Block, ...]:
    """The same blocks, prose longer than ``limit`` words cut into runs of whole sentences."""
    return tuple(
        part
        for block in section
        for part in (
            _cut_prose(block, limit) if block.kind in ("paragraph", "notice") else (block,)
        )
    )


def _cut_prose(block: Block, limit: int) -> list[Block]:
    if len(block.text.split()) <= limit:
        return [block]
    runs: list[tuple[int, int]] = []
    for start, end in sentences(block.text):
        if runs and len(block.text[runs[-1][0] : end].split()) <= limit:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return [
        replace(block, text=block.text[a:b], start=block.start + a, end=block.start + b)
        for a, b in runs
    ]


def _atoms(section: tuple[Block, ...]) -> list[Piece]:
    """Runs of blocks that must stay together, in order."""
    atoms: list[list[Block]] = []
    for block in section:
        if atoms and _belongs(atoms[-1][-1], block):
            atoms[-1].append(block)
        else:
            atoms.append([block])
    return [Piece(tuple(atom)) for atom in atoms]


def _belongs(before: Block, block: Block) -> bool:
    """Whether ``block`` means little without the block before it."""
    if before.kind == "heading" or (before.kind == "item" and block.kind == "item"):
        return True
    return block.kind in ("item", "table") and is_lead_in(before)


def _pack(atoms: list[Piece], limit: int) -> Iterator[Piece]:
    """Fill chunks with whole atoms up to ``limit`` words; an oversize list is cut between items."""
    held: tuple[Block, ...] = ()
    for atom in atoms:
        if held and Piece(held + atom.blocks).words > limit:
            yield Piece(held)
            held = ()
        if atom.words <= limit:
            held += atom.blocks
        else:
            *whole, last = _cut_list(atom.blocks, limit)
            yield from whole
            if last.lead_in:
                yield last
            else:
                held = last.blocks
    if held:
        yield Piece(held)


def _cut_list(blocks: tuple[Block, ...], limit: int) -> list[Piece]:
    """Cut a lead-in and list between outermost items, each later piece under the same lead-in."""
    first = next((i for i, block in enumerate(blocks) if block.kind == "item"), len(blocks))
    lead_in = blocks[first - 1] if first and is_lead_in(blocks[first - 1]) else None
    room = limit - (len(lead_in.text.split()) if lead_in else 0)
    pieces: list[Piece] = []
    held = blocks[:first]
    for entry in _entries(blocks[first:]):
        more = Piece(held + entry).words > (room if pieces else limit)
        if more and any(block.kind == "item" for block in held):
            pieces.append(Piece(held, lead_in if pieces else None))
            held = ()
        held += entry
    return [*pieces, Piece(held, lead_in if pieces else None)]


def _entries(items: Iterable[Block]) -> Iterator[tuple[Block, ...]]:
    """Outermost list items, each with the items nested in it."""
    held: tuple[Block, ...] = ()
    for block in items:
        if held and block.depth <= held[0].depth:
            yield held
            held = ()
        held += (block,)
    if held:
        yield held


def _context_words(page: Page, section: tuple[Block, ...]) -> int:
    """Words of the title and of every heading above or in the section, joined ones among them."""
    headings = dict.fromkeys(section[-1].heading_path)
    headings |= dict.fromkeys(block.text for block in section if block.kind == "heading")
    return sum(len(text.split()) for text in (page.title, *headings))


def _context(page: Page, piece: Piece) -> str:
    """Title, then the headings and the lead-in that the piece itself does not begin with."""
    shown = {block.text for block in piece.blocks if block.kind == "heading"}
    headings = [text for text in piece.blocks[-1].heading_path if text not in shown]
    lead_in = [piece.lead_in.text] if piece.lead_in else []
    return "\n".join([page.title, *headings, *lead_in])


def _chunk(page: Page, parsed: ParsedPage, number: int, piece: Piece) -> Chunk:
    start, end = piece.blocks[0].start, piece.blocks[-1].end
    last = piece.blocks[-1]
    context, text = _context(page, piece), parsed.text[start:end]
    period = period_of_headings(last.heading_path)
    return Chunk(
        chunk_id=chunk_id(page.page_id, page.updated_at, start, end),
        page_id=page.page_id,
        number=number,
        start=start,
        end=end,
        text=text,
        context=context,
        text_sha256=hashlib.sha256(f"{context}\n{text}".encode()).hexdigest(),
        title=page.title,
        section=" > ".join(last.heading_path),
        url=f"{page.url}#{last.anchor}" if last.anchor else page.url,
        publisher=page.publisher,
        nation=page.nation,
        public_updated_at=page.public_updated_at,
        updated_at=page.updated_at,
        retrieved_at=page.retrieved_at,
        valid_from=period.first.isoformat() if period.first else "",
        valid_until=period.until.isoformat() if period.until else "",
        units=units_of(piece.blocks, piece.lead_in, parsed.text),
    )

"""Chunks and units of generated and of hand-made pages."""

from __future__ import annotations

import hashlib
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.made_items import page
from guidance_assistant.corpus.chunk import chunk_id, chunk_page
from guidance_assistant.corpus.page import Block, Chunk, ParsedPage
from guidance_assistant.corpus.parse import parse_html
from guidance_assistant.corpus.units import is_lead_in, sentences, units_of

LIMIT = 200
WORDS = "pay leave notice employer holiday contract week shift rota agency worker rest".split()


def words(least: int, most: int) -> st.SearchStrategy[str]:
    """Runs of made-up words; two integers a run, so that whole pages are made fast."""
    return st.builds(
        lambda length, first: " ".join((WORDS * 7)[first : first + length]),
        st.integers(least, most),
        st.integers(0, len(WORDS) - 1),
    )


def made_sentences(most: int = 6, longest: int = 70) -> st.SearchStrategy[str]:
    one = words(1, longest).map(lambda text: f"{text.capitalize()}.")
    return st.lists(one, min_size=1, max_size=most).map(" ".join)


def made_list(texts: list[str], nested: list[str]) -> str:
    inner = f"<ul>{''.join(f'<li>{text}</li>' for text in nested)}</ul>" if nested else ""
    return (
        f"<ul>{''.join(f'<li>{text}</li>' for text in texts[:-1])}<li>{texts[-1]}{inner}</li></ul>"
    )


LISTS = st.builds(
    made_list,
    st.lists(words(1, 50), min_size=1, max_size=7),
    st.lists(words(1, 20), max_size=3),
)
LEAD_INS = words(1, 15).map(lambda text: f"<p>{text.capitalize()}:</p>")
TABLES = st.lists(words(1, 50), min_size=1, max_size=6).map(
    lambda rows: (
        "<table><tr><th>Case</th><th>Rate</th></tr>"
        + "".join(f"<tr><td>{row}</td><td>£9.50</td></tr>" for row in rows)
        + "</table>"
    )
)
HEADINGS = st.builds(
    lambda level, anchor, text: f"<h{level}{anchor}>{text.capitalize()}</h{level}>",
    st.integers(2, 4),
    st.sampled_from(["", " id='part'"]),
    words(1, 6),
)
PARTS = st.one_of(
    made_sentences().map(lambda text: f"<p>{text}</p>"),
    made_sentences().map(lambda text: f"<div class='call-to-action'><p>{text}</p></div>"),
    LISTS,
    TABLES,
    st.builds(str.__add__, LEAD_INS, LISTS),
    st.builds(str.__add__, LEAD_INS, TABLES),
)
# A heading always has something below it: a heading alone is a case of its own, tested below.
SECTIONS = st.builds(
    lambda heading, parts: heading + "".join(parts),
    HEADINGS,
    st.lists(PARTS, min_size=1, max_size=3),
)
PAGES = st.builds(
    lambda before, sections: "".join(before + sections),
    st.lists(PARTS, max_size=2),
    st.lists(SECTIONS, max_size=2),
)


def cut(html: str) -> tuple[ParsedPage, tuple[Chunk, ...]]:
    parsed = parse_html(html)
    return parsed, chunk_page(page(), parsed)


def blocks_in(parsed: ParsedPage, chunk: Chunk) -> list[Block]:
    """Blocks of which at least a part stands in ``chunk``."""
    return [b for b in parsed.blocks if b.start < chunk.end and chunk.start < b.end]


def squeezed(text: str) -> str:
    return "".join(text.split())


def units(html: str) -> list[tuple[str, str]]:
    return [(unit.kind, unit.text) for chunk in cut(html)[1] for unit in chunk.units]


# Whatever the page


@settings(max_examples=30, deadline=None)
@given(PAGES)
def test_chunks_hold_every_block_once_and_in_order(html: str) -> None:
    parsed, chunks = cut(html)

    assert [chunk.number for chunk in chunks] == list(range(len(chunks)))
    assert all(chunk.text == parsed.text[chunk.start : chunk.end] for chunk in chunks)
    assert all(before.end < after.start for before, after in pairwise(chunks))
    assert squeezed("".join(chunk.text for chunk in chunks)) == squeezed(parsed.text)


@settings(max_examples=30, deadline=None)
@given(PAGES)
def test_only_prose_too_long_for_a_chunk_is_cut_within_a_block(html: str) -> None:
    parsed, chunks = cut(html)

    for block in parsed.blocks:
        holding = [c for c in chunks if block.start < c.end and c.start < block.end]
        whole = block.kind in ("heading", "item", "table") or len(block.text.split()) <= 80
        assert len(holding) == 1 or not whole
        assert all(c.text.endswith((".", ":")) for c in holding[:-1])


@settings(max_examples=30, deadline=None)
@given(PAGES)
def test_chunk_has_at_most_200_words_unless_one_piece_alone_has_more(html: str) -> None:
    parsed, chunks = cut(html)

    for chunk in chunks:
        if len(chunk.searchable.split()) <= LIMIT:
            continue
        kept = [b for b in blocks_in(parsed, chunk) if b.kind != "heading"]
        if len(kept) > 1 and is_lead_in(kept[0]):
            del kept[0]
        outermost = [b for b in kept if b.depth <= 1]
        assert len(outermost) == 1
        if kept[0].kind in ("paragraph", "notice"):
            assert len(sentences(chunk.text.split("\n")[-1])) == 1


@settings(max_examples=30, deadline=None)
@given(PAGES)
def test_lead_in_is_never_parted_from_its_list_or_table(html: str) -> None:
    parsed, chunks = cut(html)

    for before, block in pairwise(parsed.blocks):
        if is_lead_in(before) and block.kind in ("item", "table"):
            assert any(c.start <= before.start and block.end <= c.end for c in chunks)


@settings(max_examples=30, deadline=None)
@given(PAGES)
def test_chunk_that_goes_on_with_a_list_has_its_lead_in_in_the_context(html: str) -> None:
    parsed, chunks = cut(html)

    lead_in: Block | None = None
    starts = {chunk.start: chunk for chunk in chunks}
    for before, block in pairwise(parsed.blocks):
        if block.kind != "item":
            continue
        if before.kind != "item":
            lead_in = before if is_lead_in(before) else None
        if lead_in and block.start in starts:
            assert block.depth == 1
            assert starts[block.start].context.split("\n")[-1] == lead_in.text
            assert starts[block.start].units[0].text.startswith(f"{lead_in.text}\n")


@settings(max_examples=30, deadline=None)
@given(PAGES)
def test_units_are_slices_of_the_page_that_cover_all_but_headings(html: str) -> None:
    parsed, chunks = cut(html)

    quoted: set[int] = set()
    for unit in (unit for chunk in chunks for unit in chunk.units):
        assert unit.text == "\n".join(parsed.text[a:b] for a, b in unit.spans)
        assert all(before[1] <= after[0] for before, after in pairwise(unit.spans))
        quoted.update(i for a, b in unit.spans for i in range(a, b))
    for number, block in enumerate(parsed.blocks):
        after = parsed.blocks[number + 1 : number + 2]
        if is_lead_in(block) and after and after[0].kind == "table":
            continue  # a case of its own, tested below
        # The header row of a table is quoted with its rows.
        meant = {i for i in range(block.start, block.end) if parsed.text[i].strip()}
        assert meant.isdisjoint(quoted) if block.kind == "heading" else meant <= quoted


@settings(max_examples=30, deadline=None)
@given(PAGES)
def test_ids_are_as_documented_and_no_chunk_shares_one(html: str) -> None:
    chunks = cut(html)[1]

    for chunk in chunks:
        key = f"odd-jobs/pay|{page().updated_at}|{chunk.start}|{chunk.end}"
        assert chunk.chunk_id == hashlib.sha256(key.encode()).hexdigest()[:12]
        whole = f"{chunk.context}\n{chunk.text}"
        assert chunk.text_sha256 == hashlib.sha256(whole.encode()).hexdigest()
    assert len({chunk.chunk_id for chunk in chunks}) == len(chunks)


@settings(max_examples=30, deadline=None)
@given(PAGES, PAGES, PAGES)
def test_change_of_another_page_changes_no_id(html: str, old: str, new: str) -> None:
    def ids(other: str) -> dict[str, list[str]]:
        made = page("a/other", updated_at=f"2026-01-01T00:00:{len(other) % 60:02}Z"), page("a/kept")
        both = zip(made, (other, html), strict=True)
        return {p.page_id: [c.chunk_id for c in chunk_page(p, parse_html(h))] for p, h in both}

    assert ids(old)["a/kept"] == ids(new)["a/kept"]


# Ids and what a chunk carries


def test_id_changes_with_page_edition_and_place() -> None:
    keys = [
        ("a", "1", 0, 9),
        ("b", "1", 0, 9),
        ("a", "2", 0, 9),
        ("a", "1", 1, 9),
        ("a", "1", 0, 8),
    ]

    assert len({chunk_id(*key) for key in keys}) == len(keys)


def test_empty_page_has_no_chunk() -> None:
    assert cut("")[1] == ()


def test_chunk_names_its_section_address_and_period() -> None:
    first, second = cut(
        "<p>Before.</p><h2 id='rates'>Rates</h2><h3>From 6 April 2026</h3><p>£10.</p>"
    )[1]

    assert (first.section, first.url) == ("", "https://www.gov.uk/odd-jobs/pay")
    assert (first.valid_from, first.valid_until) == ("", "")
    assert second.section == "Rates > From 6 April 2026"
    assert second.url == "https://www.gov.uk/odd-jobs/pay#rates"
    assert (second.valid_from, second.valid_until) == ("2026-04-06", "")


def test_context_does_not_repeat_the_headings_that_the_text_begins_with() -> None:
    _, chunk = cut("<h2>Pay</h2><p>Monthly.</p><h3>Sick pay</h3><p>Weekly.</p>")[1]

    assert chunk.context == "Odd jobs: Pay\nPay"
    assert chunk.searchable == "Odd jobs: Pay\nPay\nSick pay\nWeekly."


# Sections


def test_headings_with_nothing_below_join_the_section_that_follows() -> None:
    chunks = cut("<h2>Pay</h2><h3>Rates</h3><p>£10.</p><h2>Leave</h2><p>28 days.</p>")[1]

    assert [chunk.text for chunk in chunks] == ["Pay\nRates\n£10.", "Leave\n28 days."]


def test_heading_that_ends_the_page_is_kept() -> None:
    chunks = cut("<p>Text.</p><h2>Pay</h2>")[1]

    assert [chunk.text for chunk in chunks] == ["Text.", "Pay"]
    assert chunks[1].units == ()


def test_joined_headings_count_towards_the_limit() -> None:
    text = " ".join(["Ask your employer for a rota."] * 60)
    chunks = cut(f"<h2>{'Old rules ' * 10}</h2><h2>Pay</h2><p>{text}</p>")[1]

    assert max(len(chunk.searchable.split()) for chunk in chunks) <= LIMIT


# Lists


def test_long_list_is_cut_between_outermost_items_under_the_same_lead_in() -> None:
    item = " ".join(["word"] * 30)
    items = "".join(
        f"<li>{number} {item}<ul><li>inner {item}</li></ul></li>" for number in range(5)
    )
    chunks = cut(f"<p>You must:</p><ul>{items}</ul><p>After.</p>")[1]

    assert chunks[0].text.startswith("You must:\n0 word")
    assert [chunk.text.split(" ")[0] for chunk in chunks[1:3]] == ["3", "After."]
    assert chunks[1].context == "Odd jobs: Pay\nYou must:"
    (unit,) = chunks[1].units
    assert unit.text == f"You must:\n{chunks[1].text}"
    assert len(unit.spans) == 2


def test_short_list_is_one_unit_with_its_lead_in() -> None:
    assert units("<p>Some text.</p><p>You must:</p><ul><li>ask</li><li>wait</li></ul>") == [
        ("paragraph", "Some text."),
        ("list", "You must:\nask\nwait"),
    ]


def test_list_without_lead_in_is_a_unit_of_its_own() -> None:
    assert units("<p>Some text.</p><ul><li>ask</li></ul>") == [
        ("paragraph", "Some text."),
        ("list", "ask"),
    ]


# Tables


def table(*rows: str, caption: str = "") -> str:
    return f"<table>{caption}{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


HEAD = "<th>Age</th><th>Rate</th>"


def test_rows_are_quoted_under_their_headers() -> None:
    html = table(HEAD, "<th>18</th><td>£9</td>", "<td>21</td><td>£12</td>")

    assert units(html) == [("row", "Age | Rate\n18 | £9"), ("row", "Age | Rate\n21 | £12")]


def test_two_header_rows_stand_above_each_row_and_a_later_one_replaces_them() -> None:
    html = table(
        "<td></td><th>Rates</th>", HEAD, "<td>18</td><td>£9</td>",
        "<th>Age</th><th>Hours</th>", "<td>18</td><td>40</td>",
    )  # fmt: skip

    assert [text for _, text in units(html)] == [
        " | Rates\nAge | Rate\n18 | £9",
        "Age | Hours\n18 | 40",
    ]


def test_table_without_header_row_is_quoted_whole_with_its_lead_in() -> None:
    html = "<p>Rates:</p>" + table("<td>18</td><td>£9</td>", "<td>21</td><td>£12</td>")

    assert units(html) == [("table", "Rates:\n18 | £9\n21 | £12")]


def test_lead_in_of_a_table_with_headers_can_be_quoted() -> None:
    html = "<p>If you are an apprentice:</p>" + table(HEAD, "<td>18</td><td>£9</td>")

    assert any("apprentice" in text for _, text in units(html))


# Prose


def test_short_paragraph_is_one_unit() -> None:
    assert units("<p>You can. But ask first.</p>") == [("paragraph", "You can. But ask first.")]


def test_long_paragraph_keeps_a_qualifying_sentence_with_the_one_before() -> None:
    filler = "Ask " + "your employer " * 30 + "now."
    html = f"<p>{filler} You can leave. However, give notice. Unless you agree. Go.</p>"

    assert units(html) == [
        ("sentence", filler),
        ("sentence", "You can leave. However, give notice. Unless you agree."),
        ("sentence", "Go."),
    ]


def test_notice_is_one_unit_however_long() -> None:
    text = " ".join(["Tell your employer now."] * 30)

    assert units(f"<div class='call-to-action'><p>{text}</p></div>") == [("notice", text)]


def test_headings_are_no_units() -> None:
    parsed = parse_html("<h2>Pay</h2>")

    assert units_of(parsed.blocks, None, parsed.text) == ()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("It costs £9.50 a day. £10 later.", ["It costs £9.50 a day.", "£10 later."]),
        ("Meals, e.g. Lunch, count. So do teas.", ["Meals, e.g. Lunch, count.", "So do teas."]),
        ("Ask Mr. Smith. Wait.", ["Ask Mr. Smith.", "Wait."]),
        ("No stop", ["No stop"]),
        ("", []),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == parts


@pytest.mark.parametrize("text", ["(Ask first.) Then go.", "They say “no.” Then go."])
def test_sentences_keep_a_closing_bracket_or_quote(text: str) -> None:
    assert squeezed("".join(text[a:b] for a, b in sentences(text))) == squeezed(text)

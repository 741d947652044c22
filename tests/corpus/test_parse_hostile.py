"""Broken and hostile bodies: nothing crashes, nothing hangs, no readable word is lost."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from corpus.browser_words import accounts_for, embeds_parted, shown_words, without_bars
from corpus.soundness import assert_sound
from guidance_assistant.corpus.limits import DEEPEST, LARGE, MOST_ATTRIBUTES, limit
from guidance_assistant.corpus.parse import parse_html

WORDS = st.sampled_from(
    "pay 28 £10.85 weeks’ a|b | ¦ é 賃金 أجر &amp; &nbsp; 1/2 a\x00b \x1b {{embed:x}} {{y}}".split(
        " "
    )
)
SPACE = st.sampled_from(["", " ", "\n  ", "&nbsp;"])
TEXT = st.lists(st.tuples(WORDS, SPACE), max_size=4).map(
    lambda pairs: "".join(word + space for word, space in pairs)
)
INVISIBLE = st.sampled_from(
    [
        "<!-- no -->",
        "<script>no('<p>')</script>",
        "<style>no</style>",
        "<svg><path d='no'/></svg>",  # html5lib errs where a broken one holds a title
        "<span hidden>no</span>",
    ]
)
INLINE_TAGS = [
    "a",
    "abbr title='no'",
    "b",
    "em",
    "span class='number'",
    "sup",
    "sub",
    "del",
    "cite",
]
BLOCK_TAGS = [
    *("p", "div", "div class='call-to-action'", "div class='contact'", "blockquote", "pre", "dl"),
    *("dd", "h2 id='x'", "h3", "h4 id='y-1'", "ul", "ol", "li", "section", "details", "summary"),
    *("figure", "figcaption", "fieldset", "p hidden", "address", "center"),
]


def element(tag: str, inside: str) -> str:
    return f"<{tag}>{inside}</{tag.split()[0]}>"


def elements(tags: list[str], inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(element, st.sampled_from(tags), inside)


def joined(parts: st.SearchStrategy[str], most: int = 4) -> st.SearchStrategy[str]:
    return st.lists(parts, max_size=most).map("".join)


INLINE = st.recursive(
    TEXT | INVISIBLE | st.sampled_from(["<br>", "<img alt='1/2'>", "<img alt=''>", "<wbr>"]),
    lambda inner: elements(INLINE_TAGS, joined(inner, 3)),
    max_leaves=6,
)


def tables(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    cell = elements(["td", "th", "td colspan=2", "th rowspan=2", "td colspan=0 rowspan=0"], inside)
    rows = joined(elements(["tr"], joined(cell)))
    part = elements(["thead", "tbody", "tfoot", "caption"], rows) | rows
    return elements(["table"], joined(part))


PAGES = joined(
    st.recursive(
        INLINE,
        lambda inner: elements(BLOCK_TAGS, joined(inner)) | tables(joined(inner, 2)),
        max_leaves=25,
    )
)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(PAGES)
def test_reads_what_a_browser_shows(html: str) -> None:
    assert_reads(html)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(PAGES, st.lists(st.tuples(st.integers(0, 400), st.integers(1, 9)), max_size=5))
@example("<table><tr><td>a</table", [])
@example("<b><p>x</b>y<table>z<tr>w", [])
def test_reads_what_a_browser_shows_of_broken_html(html: str, cuts: list[tuple[int, int]]) -> None:
    for start, length in cuts:
        html = html[:start] + html[start + length :]
    assert_reads(html)


@settings(max_examples=300, deadline=None)
@given(st.text() | st.text(alphabet="<>/!-\"'=&; \n\x00\ud800abhiprtdlu1"))
def test_any_string_can_be_parsed(html: str) -> None:
    assert_sound(parse_html(html))


@pytest.mark.parametrize("odd", ["\ud800", "a\udfffb", "\ud83d<p>\ude42", "&#xD800;", "\ufffe"])
def test_lone_surrogates_are_read_as_unknown_characters(odd: str) -> None:
    text = parse_html(f"<p>before {odd} after").text

    text.encode()
    assert text.split()[0] == "before"
    assert text.split()[-1] == "after"


def test_control_characters_are_not_read() -> None:
    assert parse_html("<p>a\x1b[31mb\x00\x07\x9b c&#27;&#1;d\xad\u200be</p>").text == "a[31mb cde"


def test_parsing_is_pure() -> None:
    html = "<h2 id='a'>A</h2><ul><li>b<table><tr><td>c</table></ul><p>{{embed:x}}</p>"

    assert parse_html(html) == parse_html(html)


# Cost. Each body is one that costs a tree builder the square of its size, or the parser memory.
# The seconds are of processor time, many times what is needed: they tell a minute from a second.

COSTLY = {
    "containers": "<div>" * 100_000 + "x",
    "closed containers": "<div>" * 100_000 + "x" + "</div>" * 100_000,
    "lists": "<ul><li>" * 50_000 + "x",
    "tables": "<table><tr><td>" * 50_000 + "x",
    "wrongly closed tables": "<div><table></div></table>" * 90_000 + "x",
    "wrongly closed containers": "<span><div></span>" * 90_000 + "x",
    "formatting": "<b>" * 300_000 + "x",
    "links around blocks": "<a><div></a>" * 80_000 + "x",
    "attributes": f"<p {' '.join(f'a{number}' for number in range(100_000))}>x",
    "attributes parted by slashes": f"<p/{'/'.join(f'a{number}' for number in range(100_000))}>x",
    "unfinished tags": "x" + "<a " * 500_000,
    "unfinished values": "x" + '<a b="' * 300_000,
    "unfinished comments": "x" + "<!--" * 500_000,
    "unfilled blocks": "{{embed:" * 300_000 + " x",
    "struck-out text": "x" + "<del>" * 100_000,
    "wide cells": "<table><td colspan=1000000000 rowspan=1000000000>x" + "<tr><td>" * 20_000,
    "wide and tall cells": "<table>" + "<tr><td colspan=99 rowspan=99><td>" * 10_000 + "x",
    "tall cells over many rows": "<table>" + "<td rowspan=65534>" * 500 + "<tr><td>" * 20_000 + "x",
    "drawings": "<svg>" + "<path d='x'/>" * 100_000 + "</svg>x",
}


@pytest.mark.parametrize("name", COSTLY)
def test_cost_does_not_run_away(name: str) -> None:
    started = time.process_time()
    parsed = parse_html(COSTLY[name])

    assert time.process_time() - started < 10
    assert "x" in {word for word in parsed.text.split() if not word.startswith("{{")}
    assert len(parsed.text) <= len(COSTLY[name])


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>" + "word " * 4_000_000, 1),
        ("<p>" + "<b>some words</b> " * 200_000, 1),
        ("<p>some words</p>" * 50_000, 50_000),
        ("<li>some words" * 50_000, 50_000),
        ("<h2>some words<p>and more" * 30_000, 60_000),
        ("<table>" + "<tr><td>some<td>words" * 30_000, 1),
        ("<table>" + "<td>words" * 100_000, 1),
    ],
    ids=["paragraph", "formatting", "paragraphs", "items", "sections", "rows", "cells"],
)
def test_long_bodies_are_read_whole(html: str, expected: int) -> None:
    started = time.process_time()
    parsed = parse_html(html)

    assert time.process_time() - started < 10
    assert len(parsed.blocks) == expected
    assert parsed.text.count("word") == html.count("word")


def test_nesting_beyond_the_limit_loses_structure_but_no_word() -> None:
    depth = 2 * DEEPEST
    html = "<div><p>a<ul><li>b <span>c</span>d<table><tr><td>e<td>f</table>" * depth
    html += "</ul></div>g" * depth

    assert sorted(parse_html(html).text.replace(" | ", " ").split()) == sorted(
        ["a", "b", "cd", "e", "f"] * depth + ["g"] * depth
    )


def test_limits_leave_other_bodies_alone() -> None:
    html = "<b>" * 9 + "x" + "</b>" * 9
    page = "<!-- <b> --><p title='a > b'><S>x</S> y</i></p><br/><script><b></script>"

    assert limit(page * 1000) == page * 1000
    assert limit(html) == "<b>" * 8 + "x" + "</b>" * 8
    assert limit("<i>x</i>" * (LARGE // 4)) == "x" * (LARGE // 4)
    assert limit(f"<p {'a ' * MOST_ATTRIBUTES}>") == f"<p {'a ' * MOST_ATTRIBUTES}>"
    assert limit(f"<p {'a ' * MOST_ATTRIBUTES} b>") == "<p>"


def test_struck_out_text_stays_struck_out_beyond_the_limit_on_formatting() -> None:
    parsed = parse_html("<p>a " + "<b>" * 20 + "<s>no</s> b" + "</b>" * 20 + " <s>no</s> c</p>")

    assert parsed.text == "a b c"
    assert parsed.dropped == ("no", "no")


def assert_reads(html: str) -> None:
    parsed = parse_html(html)
    assert_sound(parsed)
    read = [word for block in parsed.blocks for word in without_bars(block.text.split())]
    dropped = [without_bars(embeds_parted(text).split()) for text in parsed.dropped]
    assert accounts_for(shown_words(html), read, dropped)

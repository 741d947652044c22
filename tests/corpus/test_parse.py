"""Each construct that a guidance page can hold, and what is read of it."""

from __future__ import annotations

import pytest

from guidance_assistant.corpus.page import Block
from guidance_assistant.corpus.parse import parse_html


def blocks(html: str) -> list[Block]:
    return list(parse_html(html).blocks)


def read(html: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in blocks(html)]


def texts(html: str) -> list[str]:
    return [block.text for block in blocks(html)]


def table(html: str) -> Block:
    (found,) = (block for block in blocks(html) if block.kind == "table")
    return found


# Paragraphs and other text


@pytest.mark.parametrize(
    "empty", ["", " \n\t", "&nbsp;", "<p></p>", "<div><ul><li></li></ul></div>"]
)
def test_empty_body_has_no_blocks(empty: str) -> None:
    assert parse_html(empty).text == ""
    assert parse_html(empty).blocks == ()


@pytest.mark.parametrize("wrapper", ["{}", '<div class="govspeak">{}</div>', "<main>{}</main>"])
def test_wrapper_or_none_reads_alike(wrapper: str) -> None:
    html = wrapper.format("\n<h2 id='pay'>Pay</h2>\n<p>You get paid.</p>\n")

    assert read(html) == [("heading", "Pay"), ("paragraph", "You get paid.")]


def test_clean_text_is_the_blocks_joined_by_a_new_line() -> None:
    parsed = parse_html("<p>One.</p><ul><li>Two</li></ul><p>Three\u2028🙂.</p>")

    assert parsed.text == "One.\nTwo\nThree 🙂."
    assert [parsed.text[b.start : b.end] for b in parsed.blocks] == ["One.", "Two", "Three 🙂."]


def test_bare_text_and_inline_runs_between_blocks_are_paragraphs() -> None:
    assert read("Bare <b>text</b><p>a</p>then <a href='/x'>a link</a><hr>end") == [
        ("paragraph", "Bare text"),
        ("paragraph", "a"),
        ("paragraph", "then a link"),
        ("paragraph", "end"),
    ]


def test_inline_elements_do_not_part_words_and_blocks_do() -> None:
    assert texts("<div>un<b>paid</b><wbr>ness<div>leave</div>days</div>") == [
        "unpaidness",
        "leave",
        "days",
    ]


def test_white_space_collapses_and_no_break_spaces_count() -> None:
    assert texts("<p>\n 28&nbsp;days\u202f\t a   year </p>") == ["28 days a year"]


def test_a_line_break_is_a_new_line() -> None:
    assert texts("<p>1 High Street<br/>\n<br>Town</p>") == ["1 High Street\nTown"]


def test_lines_of_preformatted_text_are_kept() -> None:
    assert texts("<pre>one  two\nthree</pre>") == ["one two\nthree"]


def test_links_keep_their_words_and_abbreviations_their_short_form() -> None:
    html = (
        '<p>Ask <a href="/x" title="not read">your employer</a> for <abbr title="Long">SSP</abbr>.'
    )

    assert texts(html) == ["Ask your employer for SSP."]


def test_what_a_browser_does_not_show_is_not_read() -> None:
    html = """<p>Shown<!-- no --><script>no()</script><style>no{}</style><noscript>no</noscript>
        <template><p>no</p></template><svg><title>no</title><text>no</text></svg>
        <span hidden>no</span><iframe>no</iframe><video>no</video></p><p hidden>no</p>
        <dialog>no</dialog><datalist><option>no</datalist><title>no</title>"""

    assert texts(html) == ["Shown"]


def test_what_is_only_meant_for_screen_readers_is_read() -> None:
    assert texts(
        '<p><span class="visuallyhidden">Step</span> 1<i aria-hidden="true">!</i></p>'
    ) == ["Step 1!"]


def test_head_of_a_whole_page_is_not_read() -> None:
    html = "<!DOCTYPE html><html><head><title>No</title></head><body><p>Yes</p></body></html>"

    assert texts(html) == ["Yes"]


def test_details_figures_definitions_quotes_and_forms_are_read() -> None:
    html = """<details><summary>More</summary><div>Inside</div></details>
        <figure><img alt="Chart of pay"><figcaption>Pay by year</figcaption></figure>
        <dl><dt>Week</dt><dd>7 days</dd></dl><blockquote><p>Said.</p><cite>She</cite></blockquote>
        <fieldset><legend>Where</legend><label>Postcode</label> <button>Find</button></fieldset>"""

    assert texts(html) == [
        *("More", "Inside", "Chart of pay", "Pay by year", "Week", "7 days", "Said.", "She"),
        *("Where", "Postcode Find"),
    ]
    assert {kind for kind, _ in read(html)} == {"paragraph"}


def test_text_that_reads_from_right_to_left_keeps_its_order() -> None:
    assert texts("<p dir='rtl'>أجر <b>المرض</b></p>") == ["أجر المرض"]


# Figures


def test_a_fraction_drawn_as_an_image_is_read_by_its_alt() -> None:
    html = '<p>a week is <span class="fraction">\n <img alt="1/5" src="x"></span> of it</p>'

    assert texts(html) == ["a week is 1/5 of it"]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('<p>2<img alt="1/2"> days', "2 1/2 days"),
        ('<p>£150,000<sup id="fnref:62"><a href="#fn:62">62</a></sup>.', "£150,000 62."),
        ("<p>2<sup></sup>8<sub><img alt=''></sub> days", "28 days"),
        ("<p>2<sup>1</sup>/<sub>2</sub> days", "2 1/2 days"),
        ("<p>pay<sup>1</sup> on the 1<sup>st</sup>, m<sup>2</sup>", "pay1 on the 1st, m2"),
        ('<p>a logo <img alt=""> or <img> no alt', "a logo or no alt"),
    ],
)
def test_raised_or_drawn_figures_do_not_change_the_figure_before(html: str, text: str) -> None:
    assert texts(html) == [text]


def test_footnotes_are_read_once() -> None:
    html = """<p>A rule<sup id="fnref:1"><a href="#fn:1" class="footnote">1</a></sup> holds.</p>
        <div class="footnotes"><ol><li id="fn:1"><p>Its source. <a href="#fnref:1">↩</a></p></li>
        </ol></div>"""

    assert read(html) == [("paragraph", "A rule1 holds."), ("item", "Its source. ↩")]


# Headings


def test_a_heading_opens_a_section_and_leads_a_path() -> None:
    html = """before<h2 id="a">A</h2><p>in a</p><h4 id="b-1"><span class="number">1. </span>B</h4>
        <p>in b</p><h3>C</h3><p>in c</p><h2>D</h2><p>in d</p>"""

    assert [(b.text, b.section, b.heading_path, b.anchor) for b in blocks(html)] == [
        ("before", 0, (), ""),
        ("A", 1, ("A",), "a"),
        ("in a", 1, ("A",), "a"),
        ("1. B", 2, ("A", "1. B"), "b-1"),
        ("in b", 2, ("A", "1. B"), "b-1"),
        ("C", 3, ("A", "C"), "a"),
        ("in c", 3, ("A", "C"), "a"),
        ("D", 4, ("D",), ""),
        ("in d", 4, ("D",), ""),
    ]
    assert [b.depth for b in blocks(html)] == [0, 2, 0, 4, 0, 3, 0, 2, 0]


def test_a_heading_is_one_line_and_an_empty_one_is_none() -> None:
    assert read("<h2>How<br>much</h2><h3 id='x'> </h3><p>a</p>") == [
        ("heading", "How much"),
        ("paragraph", "a"),
    ]


def test_an_unclosed_heading_does_not_swallow_the_page() -> None:
    assert read("<h2>Pay<p>You get paid.</p><ul><li>weekly</ul>") == [
        ("heading", "Pay"),
        ("paragraph", "You get paid."),
        ("item", "weekly"),
    ]
    assert read("<h2><div>Pay</div></h2>") == [("heading", "Pay")]


def test_an_attachment_section_is_a_heading_with_its_details() -> None:
    html = """<section class="gem-c-attachment"><div><a aria-hidden="true"><svg></svg></a></div>
        <div><h2><a href="/f">Form A</a></h2><p><span><abbr title="x">PDF</abbr></span>, <span>8 KB
        </span></p><details><summary>Ask for another format</summary>Email us.</details></div>
        </section>
        <p>See <span class="gem-c-attachment-link"><a href="/g">Form B</a> (PDF)</span>.</p>"""

    assert read(html) == [
        ("heading", "Form A"),
        ("paragraph", "PDF, 8 KB"),
        ("paragraph", "Ask for another format"),
        ("paragraph", "Email us."),
        ("paragraph", "See Form B (PDF)."),
    ]


# Lists


def test_nested_items_are_items_of_their_own() -> None:
    html = """<ul><li>one
        <ol><li>two <b>a</b><ul><li>three</li></ul></li></ol> tail</li><li>four</li></ul>"""

    assert [(b.kind, b.text, b.depth) for b in blocks(html)] == [
        ("item", "one", 1),
        ("item", "two a", 2),
        ("item", "three", 3),
        ("item", "tail", 1),
        ("item", "four", 1),
    ]


def test_an_item_of_several_paragraphs_is_one_block() -> None:
    assert read("<ol class='steps'><li><p>Write.</p><p>Keep a\ncopy.</p></li></ol>") == [
        ("item", "Write.\nKeep a copy.")
    ]


def test_a_heading_or_table_parts_an_item() -> None:
    html = "<ul><li>a<h3 id='h'>H</h3>b<table><tr><td>c</table>d</ul>e"

    assert read(html) == [
        ("item", "a"),
        ("heading", "H"),
        ("item", "b"),
        ("table", "c"),
        ("item", "d"),
        ("paragraph", "e"),
    ]


def test_text_of_a_list_outside_its_items_is_a_paragraph() -> None:
    assert [(b.kind, b.text, b.depth) for b in blocks("<li>stray<ul>loose<li>x</ul>")] == [
        ("item", "stray", 1),
        ("paragraph", "loose", 0),
        ("item", "x", 1),
    ]


# Notices


@pytest.mark.parametrize(
    "opening",
    [
        '<div class="application-notice info-notice" role="note" aria-label="Information">',
        '<div class="application-notice help-notice" role="note" aria-label="Warning">',
        '<div class="call-to-action">',
        '<div class="example">',
        '<div class="contact" id="contact_1">',
        '<div class="address"><div class="adr org fn">',
        '<div class="content-block content-block--contact">',
    ],
)
def test_a_notice_is_one_block_with_its_lists(opening: str) -> None:
    html = f"<p>a</p>{opening}<p><strong>Call</strong></p>x<br>y<ul><li>b<ol><li>c</ol></ul></div>"

    assert read(html)[:2] == [("paragraph", "a"), ("notice", "Call\nx\ny\nb\nc")]


def test_a_heading_or_table_parts_a_notice() -> None:
    html = """<div class="call-to-action"><p>a</p><h3 id="h">H</h3><p>b</p>
        <table><tr><th>Age<td>18</table><div class="contact">c<p>d</div></div><p>e</p>"""

    assert [(b.kind, b.text, b.anchor) for b in blocks(html)] == [
        ("notice", "a", ""),
        ("heading", "H", "h"),
        ("notice", "b", "h"),
        ("table", "Age | 18", "h"),
        ("notice", "c\nd", "h"),
        ("paragraph", "e", "h"),
    ]


def test_a_notice_parts_an_item() -> None:
    assert read("<ul><li>a<div class='example'>b</div>c</ul>") == [
        ("item", "a"),
        ("notice", "b"),
        ("item", "c"),
    ]


# Tables


def test_a_table_is_one_block_with_its_headers_known() -> None:
    found = table(
        """<table><thead><tr><td></td><th scope="col">18 to 20</th><th scope="col">21 and over</th>
        </tr></thead><tbody><tr><th scope="row">April&nbsp;2026</th><td>£10.85</td>
        <td class="cell-text-right"><b>£12.71</b></td></tr></tbody></table>"""
    )

    assert found.text == " | 18 to 20 | 21 and over\nApril 2026 | £10.85 | £12.71"
    assert found.header_cells == ((True, True, True), (True, False, False))


def test_an_empty_corner_leads_a_header_row_but_a_missing_value_does_not_make_one() -> None:
    found = table("<table><tr><td><th>Pay<tr><th>2026<td><tr><td><td>x</table>")

    assert found.header_cells == ((True, True), (True, False), (False, False))
    assert found.text == " | Pay\n2026 | \n | x"


def test_a_table_without_header_cells_has_none() -> None:
    assert table("<table><tr><td>a<td>b</table>").header_cells == ((False, False),)


def test_a_caption_is_read_once_before_the_table() -> None:
    html = "<p>a</p><table><tr><td>b</td></tr><caption><p>Weekly</p> rates</caption></table>"

    assert read(html) == [("paragraph", "a"), ("paragraph", "Weekly\nrates"), ("table", "b")]


def test_spans_keep_the_columns_in_line() -> None:
    html = """<table><thead><tr><th rowspan="2">Year<th colspan="2">Age<th>Note</tr>
        <tr><th>18 to 20<th>21<th></tr></thead><tbody><tr><td rowspan="2">2026<td>a<td>b<td>c</tr>
        <tr><td colspan="2">d<td>e</tr><tr><td colspan="1000">all</tr></table>"""

    assert table(html).text.split("\n") == [
        "Year | Age |  | Note",
        " | 18 to 20 | 21 | ",
        "2026 | a | b | c",
        " | d |  | e",
        "all |  |  | ",
    ]
    assert table(html).header_cells[:2] == ((True,) * 4, (True,) * 4)


@pytest.mark.parametrize(
    ("attributes", "row"),
    [
        ('colspan="2"', "a |  | b"),
        ('colspan=" +2x"', "a |  | b"),
        ('colspan="0"', "a | b"),
        ('colspan="-3"', "a | b"),
        ('colspan="two"', "a | b"),
        ("colspan", "a | b"),
    ],
)
def test_spans_are_read_as_browsers_read_them(attributes: str, row: str) -> None:
    html = f"<table><tr><td {attributes}>a<td>b<tr><td>1<td>2<td>3</table>"

    assert table(html).text.split("\n")[0] == row


def test_a_rowspan_of_0_reaches_to_the_end_of_its_group() -> None:
    html = """<table><tbody><tr><td rowspan="0">g<td>a<tr><td>b</tbody>
        <tbody><tr><td>c<td>d</tbody></table>"""

    assert table(html).text == "g | a\n | b\nc | d"


def test_rows_without_text_are_left_out() -> None:
    assert table("<table><tr><td><td> <tr><td>a<td>b<tr></table>").text == "a | b"
    assert read("<table><tr><td></td></tr></table>") == []


def test_a_cell_is_one_line_whatever_it_holds() -> None:
    html = """<table><tr><td><h3 id="no">A</h3><p>b<br>c</p><ul><li>d</li></ul><td>
        <table><caption>e</caption><tr><th>f</th><td>g</td></tr></table></td></tr></table>"""

    assert [(b.kind, b.text, b.section) for b in blocks(html)] == [("table", "A b c d | e f g", 0)]


def test_a_bar_of_the_page_does_not_part_a_cell() -> None:
    assert table("<table><tr><td>a | b<td>c|d</table>").text == "a ¦ b | c|d"


# Left out and accounted for


@pytest.mark.parametrize(
    "statement",
    [
        'This guide is also available in Welsh (<a href="/x">Cymraeg</a>).',
        "This page is available in <a href='/x'>Welsh</a>",
        "It is also available in Welsh (Cymraeg).",
        "Also available in Cymraeg",
        "Read this guidance in Welsh (Cymraeg).",
        "You can also use this service in Welsh.",
        "There’s also a Welsh language version of this page.",
        "A Welsh version (Cymraeg) of this form is also available.",
        "<a href='/x'>View the Welsh version of the consultation</a>",
    ],
)
def test_the_line_about_welsh_is_dropped(statement: str) -> None:
    parsed = parse_html(f"<p>Before.</p><p>{statement}</p><p>After.</p>")

    assert [block.text for block in parsed.blocks] == ["Before.", "After."]
    assert len(parsed.dropped) == 1
    assert parse_html(f"<div class='application-notice'><p>{statement}</p></div>").blocks == ()


@pytest.mark.parametrize(
    "guidance",
    [
        "Phone us to ask for the form in Welsh.",
        "You can ask for a hearing in Welsh (Cymraeg).",
        "This guide is also available in Welsh (Cymraeg). Other rules apply in Wales.",
        "The tribunal has a Welsh language line.",
        "This guide is also available in large print.",
        "Mae’r canllaw hwn ar gael yn Gymraeg.",
    ],
)
def test_guidance_that_mentions_welsh_stays(guidance: str) -> None:
    assert parse_html(f"<p>{guidance}</p>").dropped == ()
    assert texts(f"<p>{guidance}</p>") == [guidance]


def test_an_embedded_block_that_is_missing_is_dropped() -> None:
    embed = "{{embed:content_block_pension:basic/rates/1}}"
    parsed = parse_html(
        f"<p>You get {embed} a week.</p><p>{embed}</p><table><tr><td>{embed}</table>"
    )

    assert [block.text for block in parsed.blocks] == ["You get a week."]
    assert parsed.dropped == (embed,) * 3


def test_an_embedded_block_that_is_filled_in_is_read() -> None:
    html = """<p>It is <span class="content-block content-block--pension"
        data-embed-code="{{embed:x}}">£10.85</span> an hour.</p>"""

    assert texts(html) == ["It is £10.85 an hour."]


def test_struck_out_text_is_dropped() -> None:
    parsed = parse_html(
        "<p>You get <del>£<b>9</b></del><ins>£10</ins>.</p><s><ul><li>a</li><li>b</li></ul></s>"
    )

    assert [block.text for block in parsed.blocks] == ["You get £10."]
    assert parsed.dropped == ("£9", "a b")

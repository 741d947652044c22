from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.made_items import FETCHED, guide, item, part, raw
from guidance_assistant.corpus.content_api import ItemPages, LeftOut, read_item
from guidance_assistant.errors import ItemError


def kept(made: object, **options: str) -> ItemPages:
    outcome = read_item(raw(made), FETCHED, **options)  # type: ignore[arg-type]
    assert isinstance(outcome, ItemPages), outcome
    return outcome


def refused(made: object) -> LeftOut:
    outcome = read_item(raw(made), FETCHED)
    assert isinstance(outcome, LeftOut), outcome
    assert outcome.reason
    assert "\n" not in outcome.reason
    return outcome


def test_a_guide_gives_a_page_a_part() -> None:
    outcome = kept(guide())
    assert [(made.page_id, made.url, made.title) for made in outcome.pages] == [
        ("odd-jobs/overview", "https://www.gov.uk/odd-jobs", "Odd jobs: Overview"),
        ("odd-jobs/pay", "https://www.gov.uk/odd-jobs/pay", "Odd jobs: Pay"),
    ]
    assert outcome.left_out == ()
    assert outcome.path == "/odd-jobs"


def test_a_page_keeps_what_the_api_said_and_digests_of_it() -> None:
    made = guide("/odd-jobs", part("pay", "Pay", "<p>Pay – £12.71</p>\r\n"))
    (found,) = kept(made).pages
    assert found.body_html == "<p>Pay – £12.71</p>\r\n"
    assert found.body_sha256 == hashlib.sha256(found.body_html.encode()).hexdigest()
    assert found.api_sha256 == hashlib.sha256(raw(made)).hexdigest()
    assert (found.content_id, found.document_type, found.locale) == (
        made["content_id"],
        "guide",
        "en",
    )
    assert (found.nation, found.publisher, found.withdrawn) == ("GB", "GOV.UK", False)


def test_travel_advice_has_parts_as_a_guide_has() -> None:
    made = guide("/foreign-travel-advice/atlantis", part("summary", "Summary"), part("tides"),
                 schema_name="travel_advice", document_type="travel_advice")  # fmt: skip
    assert [found.url for found in kept(made).pages] == [
        "https://www.gov.uk/foreign-travel-advice/atlantis",
        "https://www.gov.uk/foreign-travel-advice/atlantis/tides",
    ]


def test_an_answer_is_one_page_without_a_part() -> None:
    (found,) = kept(item()).pages
    assert (found.page_id, found.url, found.title) == (
        "time-off-to-vote",
        "https://www.gov.uk/time-off-to-vote",
        "Time off to vote",
    )


RENDERED = [
    {"content_type": "text/govspeak", "content": "Ask *first*."},
    {"content_type": "text/html", "content": "<p>Ask <em>first</em>.</p>"},
]


def test_of_several_renderings_the_html_is_read() -> None:
    assert kept(item(details={"body": RENDERED})).pages[0].body_html == RENDERED[1]["content"]
    assert kept(guide("/a", part("b", "B", RENDERED))).pages[0].body_html == RENDERED[1]["content"]


def test_source_text_alone_is_left_out() -> None:
    assert "Govspeak" in refused(item(details={"body": RENDERED[:1]})).reason
    outcome = kept(guide("/a", part("b", "B"), part("c", "C", RENDERED[:1])))
    assert [(left.path, left.kind) for left in outcome.left_out] == [("/a/c", "no readable text")]
    assert "Govspeak" in outcome.left_out[0].reason


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            (
                "more_information",
                "introductory_paragraph",
                "what_you_need_to_know",
                "other_ways_to_apply",
            ),
            (1, 0, 2, 3),
        ),
        (("more_information", "need_to_know", "introduction"), (2, 1, 0)),
        (("licence_overview",), (0,)),
        (("body", "final_outcome_detail", "public_feedback_detail"), (1, 2, 0)),
    ],
)
def test_texts_of_other_schemas_stand_in_the_order_of_the_site(
    fields: tuple[str, ...], expected: tuple[int, ...]
) -> None:
    details = {name: f"<p>text {number}</p>" for number, name in enumerate(fields)}
    html = kept(item(details=details)).pages[0].body_html
    assert html == "\n".join(f"<p>text {number}</p>" for number in expected)


def test_a_variant_of_a_transaction_is_a_page_with_what_it_lacks_from_the_main_one() -> None:
    details = {
        "introductory_paragraph": "<p>Start here.</p>",
        "more_information": "<p>More for all.</p>",
        "variants": [
            {"slug": "by-post", "title": "By post", "introductory_paragraph": "<p>Write.</p>"},
            {"slug": "test-site", "title": "Test site"},
        ],
    }
    outcome = kept(item("/apply", schema_name="transaction", details=details))
    assert [(found.page_id, found.part_title, found.body_html) for found in outcome.pages] == [
        ("apply", "", "<p>Start here.</p>\n<p>More for all.</p>"),
        ("apply/by-post", "By post", "<p>Write.</p>\n<p>More for all.</p>"),
    ]
    assert [(left.path, left.kind) for left in outcome.left_out] == [
        ("/apply/test-site", "no readable text")
    ]


def test_of_a_smart_answer_only_the_start_page_is_kept_and_that_is_told() -> None:
    details = {"body": "<p>Find out.</p>", "nodes": [{"kind": "outcome", "body": "<p>Yes.</p>"}]}
    outcome = kept(item("/can-i", schema_name="simple_smart_answer", details=details))
    assert [found.body_html for found in outcome.pages] == ["<p>Find out.</p>"]
    assert [left.kind for left in outcome.left_out] == ["interactive"]


@pytest.mark.parametrize(
    ("explanation", "path", "told"),
    [
        ("<p>Nobody <b>asked</b> for it.</p>", "/better", ["Nobody asked for it.", "/better"]),
        ("", "/better", ["/better"]),
        ("<p>Wrong title</p>", "", ["Wrong title"]),
        (None, None, ["removed"]),
    ],
)
def test_a_gone_item_is_left_out_with_what_its_publisher_says(
    explanation: str | None, path: str | None, told: list[str]
) -> None:
    details = {"explanation": explanation, "alternative_path": path}
    left = refused(item(schema_name="gone", document_type="gone", title=None, content_id=None,
                        public_updated_at=None, details=details))  # fmt: skip
    assert left.kind == "gone"
    assert all(words in left.reason for words in told)


def test_a_redirect_names_where_it_goes() -> None:
    routes = [
        {"path": "/old/more", "type": "prefix", "destination": "/elsewhere"},
        {"path": "/old", "type": "exact", "destination": "/new-place?a=b#c"},
    ]
    left = refused(item("/old", schema_name="redirect", document_type="redirect", details={},
                        title=None, redirects=routes))  # fmt: skip
    assert (left.kind, left.path) == ("redirected", "/old")
    assert "/new-place?a=b#c" in left.reason
    assert refused(item("/old", schema_name="redirect", redirects=[])).kind == "redirected"


def test_a_withdrawn_item_is_left_out_with_the_day() -> None:
    notice = {"explanation": "<p>Out of date</p>", "withdrawn_at": "2016-07-11T23:30:02-02:00"}
    left = refused(item(withdrawn_notice=notice))
    assert left.kind == "withdrawn"
    assert "2016-07-12" in left.reason
    assert refused(item(withdrawn_notice={"explanation": "x"})).kind == "withdrawn"


@pytest.mark.parametrize("notice", [{}, None])
def test_an_empty_notice_is_none(notice: object) -> None:
    assert kept(item(withdrawn_notice=notice)).pages
    without = item()
    del without["withdrawn_notice"]
    assert kept(without).pages


@pytest.mark.parametrize(("locale", "told"), [("cy", "cy"), ("ar", "ar"), ("zh-tw", "zh-tw")])
def test_another_language_is_left_out(locale: str, told: str) -> None:
    left = refused(item(locale=locale))
    assert left.kind == "not in English"
    assert told in left.reason


@pytest.mark.parametrize("locale", ["en", "en-gb", None])
def test_english_is_kept(locale: str | None) -> None:
    assert kept(item(locale=locale)).pages


@pytest.mark.parametrize("body", ["", "\n", " \u00a0\n", "<div class='govspeak'>\n</div>", None, [],
                                  "<p>&nbsp;</p><hr>", "<!-- words -->", "<p>…</p>"])  # fmt: skip
def test_a_body_without_words_is_left_out(body: object) -> None:
    assert refused(item(details={"body": body})).kind == "no readable text"
    outcome = kept(guide("/a", part("first", "First", body), part("second", "Second")))
    assert [found.page_id for found in outcome.pages] == ["a/second"]
    assert outcome.pages[0].url == "https://www.gov.uk/a/second"
    assert [(left.path, left.kind) for left in outcome.left_out] == [
        ("/a/first", "no readable text")
    ]


@pytest.mark.parametrize("details", [{}, None, {"parts": []}, {"step_by_step_nav": {"steps": []}}])
def test_an_item_without_text_is_left_out_with_its_schema(details: object) -> None:
    left = refused(item("/government", schema_name="special_route", details=details))
    assert left.kind == "no readable text"
    assert "special_route" in left.reason


def test_a_guide_of_empty_parts_is_left_out() -> None:
    left = refused(guide("/a", part("b", "B", ""), part("c", "C", "\n")))
    assert (left.path, left.kind) == ("/a", "no readable text")
    assert "none of its parts" in left.reason


@pytest.mark.parametrize(
    ("given_at", "expected"),
    [
        ("2018-08-09T15:18:10.655Z", "2018-08-09T15:18:10Z"),
        ("2016-09-05T14:00:00+01:00", "2016-09-05T13:00:00Z"),
        ("2015-12-31T23:30:00.000-01:00", "2016-01-01T00:30:00Z"),
        ("2018-08-09T15:18:10", "2018-08-09T15:18:10Z"),
        ("2018-08-09", "2018-08-09T00:00:00Z"),
    ],
)
def test_dates_are_brought_to_utc(given_at: str, expected: str) -> None:
    (found,) = kept(item(public_updated_at=given_at, updated_at=given_at)).pages
    assert (found.public_updated_at, found.updated_at) == (expected, expected)
    outcome = read_item(raw(item()), given_at)
    assert isinstance(outcome, ItemPages)
    assert outcome.pages[0].retrieved_at == expected


FIRST, MAJOR, LAST = "2012-01-05T10:00:00Z", "2015-08-21T16:14:06Z", "2018-08-09T15:18:10Z"


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        ((), (MAJOR, LAST)),
        (("updated_at",), (MAJOR, MAJOR)),
        (("public_updated_at",), (FIRST, LAST)),
        (("public_updated_at", "first_published_at"), (LAST, LAST)),
        (("public_updated_at", "updated_at"), (FIRST, FIRST)),
    ],
)
def test_a_missing_date_is_taken_from_the_next_best(
    missing: tuple[str, ...], expected: tuple[str, str]
) -> None:
    made = item() | dict.fromkeys(missing)
    (found,) = kept(made).pages
    assert (found.public_updated_at, found.updated_at) == expected


def test_an_item_without_any_date_is_left_out() -> None:
    dates = dict.fromkeys(["updated_at", "public_updated_at", "first_published_at"])
    assert refused(item() | dates).kind == "no date"


@pytest.mark.parametrize(
    ("where", "nation"),
    [
        ("england", "GB"),
        ("england scotland wales", "GB"),
        ("northern_ireland", "NI"),
        ("england scotland wales northern_ireland", "UK"),
        ("england northern_ireland", "GB"),
    ],
)
def test_an_item_that_says_where_it_applies_is_believed(where: str, nation: str) -> None:
    names = ["england", "northern_ireland", "scotland", "wales"]
    table = {name: {"label": name, "applicable": name in where.split()} for name in names}
    made = item(details={"body": "<p>Words</p>", "national_applicability": table})
    assert kept(made, nation="UK").pages[0].nation == nation


def test_an_item_that_does_not_say_takes_the_callers_nation() -> None:
    assert kept(item(), nation="NI").pages[0].nation == "NI"


@pytest.mark.parametrize(
    "path",
    [
        *("", "/", "vote", "https://evil.example/a", "//evil.example/a", "javascript:alert(1)"),
        *(
            "/a/../b",
            "/..",
            "/./a",
            "/a//b",
            "/a/",
            "/a b",
            "/a\tb",
            "/a\n",
            "/a\u0000b",
            "/a\u200b",
        ),
        *("/a?b", "/a#b", "/%2e%2e/a", "/a\\b", "/ä", "/a<script>", "/a'b", "/" + "a" * 5000),
    ],
)
def test_a_hostile_path_is_left_out_and_cannot_pass_for_another(path: str) -> None:
    left = refused(item(path))
    assert left.kind == "unsafe path"
    assert left.path[0] in "'\"", "without quotes it could be taken for a plain path"
    assert left.path.isprintable()
    assert len(left.path) < 1500


@pytest.mark.parametrize(
    "slug", ["", "..", ".", "a/b", "a b", "a\n", "//x", "?a", "#a", "%2f", "a" * 900]
)
def test_a_hostile_slug_is_left_out_alone(slug: str) -> None:
    outcome = kept(guide("/a", part("good", "Good"), part(slug, "Bad")))
    assert [found.page_id for found in outcome.pages] == ["a/good"]
    assert [left.kind for left in outcome.left_out] == ["unsafe path"]


def test_the_second_part_of_a_slug_is_left_out() -> None:
    outcome = kept(guide("/a", part("b", "B"), part("b", "B again")))
    assert [found.part_title for found in outcome.pages] == ["B"]
    assert [left.kind for left in outcome.left_out] == ["duplicate"]


def test_titles_are_one_line_and_never_missing() -> None:
    made = guide(
        "/a", part("the-first-one", " "), part("b", "B\u2028\tb\u202e "), title="A\r\n title"
    )
    assert [found.title for found in kept(made).pages] == ["A title: The first one", "A title: B b"]
    assert refused(item(title=" \n")).kind == "malformed"
    assert refused(item(title=None)).kind == "malformed"


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (b"", "JSON"),
        (b"<html>Not found</html>", "JSON"),
        (b'{"base_path": "/a"', "JSON"),
        (b"\xff\xfe{}", "JSON"),
        (b"[" * 100_000, "JSON"),
        (b"[]", "not a Content API item"),
        (b"null", "not a Content API item"),
        (b"{}", "base_path"),
        (raw(item() | {"base_path": 7}), "base_path"),
        (raw(item(details=[])), "details"),
        (raw(item(details={"body": {"a": 1}})), "details.body"),
        (raw(item(details={"body": [{"content": "x"}]})), "details.body"),
        (raw(guide("/a", {"title": "no slug", "body": "x"})), "details.parts.0.slug"),
        (raw(item(updated_at="last Tuesday")), "last Tuesday"),
        (raw(item(updated_at="9999-99-99")), "9999-99-99"),
        (raw(item(updated_at="0001-01-01T00:00:00+23:00")), "ISO 8601"),
        (raw(item(withdrawn_notice="yes")), "withdrawn_notice"),
        (b'{"base_path": "/a", "title": "\\ud83d"}', "JSON"),
    ],
)  # fmt: skip
def test_what_is_not_an_item_is_an_item_error(made: bytes, told: str) -> None:
    with pytest.raises(ItemError, match=told) as error:
        read_item(made, FETCHED)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_a_byte_order_mark_makes_no_difference() -> None:
    made = b"\xef\xbb\xbf" + raw(item())
    outcome = read_item(made, FETCHED)
    assert isinstance(outcome, ItemPages)
    assert outcome.pages[0].api_sha256 == hashlib.sha256(made).hexdigest()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.sampled_from(sorted(item())),
    json_values | st.fixed_dictionaries({"parts": json_values, "body": json_values}),
)
def test_a_field_of_any_value_gives_pages_a_reason_or_an_item_error(
    field: str, value: object
) -> None:
    try:
        outcome = read_item(raw(item() | {field: value}), FETCHED)
    except ItemError:
        return
    if isinstance(outcome, ItemPages):
        assert outcome.pages
        assert all(found.url.startswith("https://www.gov.uk/") for found in outcome.pages)
    else:
        assert outcome.reason

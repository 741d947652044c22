"""What a person types: cleaned, refused, cut to the question, split into words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guidance_assistant.errors import QueryError
from guidance_assistant.search.query import (
    MAX_CHARACTERS,
    clean_query,
    question_part,
    search_words,
)

STORY = "My employer changed the rota in the shop and then sent an e-mail to all of the staff. " * 2


@pytest.mark.parametrize(
    ("typed", "clean"),
    [
        ("  How long\n\tis  SSP? ", "How long is SSP?"),
        ("sick\x00pay\x1b", "sick pay"),
        ("sick\u200bpay\ufeff", "sick pay"),
        ("£9.50 for 3 hours", "£9.50 for 3 hours"),
        ("salário mínimo", "salário mínimo"),
        ("7", "7"),
    ],
)
def test_clean_query(typed: str, clean: str) -> None:
    assert clean_query(typed) == clean


@pytest.mark.parametrize("typed", ["", " \n", "\x00\u200b", "?!", "🙂", "a" * (MAX_CHARACTERS + 1)])
def test_what_cannot_be_searched_is_refused_in_one_line(typed: str) -> None:
    with pytest.raises(QueryError) as raised:
        clean_query(typed)
    assert "\n" not in str(raised.value)


def test_longest_query_is_taken() -> None:
    assert clean_query("a" * MAX_CHARACTERS) == "a" * MAX_CHARACTERS


@given(st.text(max_size=80))
def test_clean_query_is_clean_already(typed: str) -> None:
    try:
        clean = clean_query(typed)
    except QueryError:
        return
    assert clean_query(clean) == clean
    assert clean == " ".join(clean.split())


def test_short_query_is_the_question() -> None:
    assert question_part("I was sick. Am I paid?") == "I was sick. Am I paid?"


def test_story_is_cut_to_what_it_asks() -> None:
    assert question_part(f"{STORY}Can they do that? Thank you.") == "Can they do that?"


def test_only_the_last_two_questions_of_a_story_are_kept() -> None:
    assert question_part(f"{STORY}Why? Can they? Must I go?") == "Can they? Must I go?"


def test_question_without_a_question_mark_is_found_by_its_first_words() -> None:
    assert question_part(f"{STORY}I want to know my rights.") == "I want to know my rights."


def test_story_that_asks_nothing_is_kept_whole() -> None:
    assert question_part(STORY.strip()) == STORY.strip()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("How long is my SSP paid, SSP?", ["long", "ssp", "paid"]),
        ("what is it", ["what", "is", "it"]),
        ("Over-time £9.50", ["over", "time", "9", "50"]),
        ("£?!", []),
    ],
)
def test_search_words(query: str, words: list[str]) -> None:
    assert search_words(query) == words

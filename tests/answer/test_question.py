"""The day, the nation and the wish for advice that are read from a question."""

from __future__ import annotations

from datetime import date

import pytest

from guidance_assistant.answer.question import asked_day, read_question
from guidance_assistant.errors import InputError, QueryError

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("What was the rate on 3 May 2024?", date(2024, 5, 3)),
        ("Was it lower in 2023?", date(2023, 7, 1)),
        ("What is the rate in 2026?", TODAY),
        ("What is the rate in November 2026?", TODAY),
        ("Pay in February 2027?", date(2027, 2, 15)),
        ("Was it 1 May 2023 or 2 June 2024?", date(2024, 6, 2)),
        ("I started work on 1 May 2020. What is the pay on 1 May 2027?", date(2027, 5, 1)),
    ],
)
def test_day_asked_for(text: str, day: date) -> None:
    assert asked_day(text, TODAY) == day


@pytest.mark.parametrize(
    "text",
    [
        "How much holiday do I get?",
        "Can I work 2024 hours a year?",
        "Is £2024 a month enough?",
        "I was born in 1990",
        "What was the law in 2005?",
        "What happens on 31 June 2027?",
    ],
)
def test_no_day_asked_for(text: str) -> None:
    assert asked_day(text, TODAY) is None


@pytest.mark.parametrize(
    "text",
    [
        "I have worked here since March 2019. How much notice do I get?",
        "I started my new job in May 2024. Am I paid when sick?",
        "I joined the company on 3 May 2021. Can they sack me?",
        "My contract began on 1 March 2020",
        "He was hired in 2022",
        "I have been employed since 2019",
        "My child was born on 4 June 2025",
    ],
)
def test_date_that_tells_when_something_began_is_not_asked_for(text: str) -> None:
    assert asked_day(text, TODAY) is None


@pytest.mark.parametrize(
    "text",
    [
        "I have been there since the start of 2019",
        "My start date was 4 May 2020. How much notice do I get?",
        "I got the job in March 2020. How much notice do I get?",
    ],
)
def test_other_ways_to_say_when_a_job_began(text: str) -> None:
    assert asked_day(text, TODAY) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [("Pay in April 2027?", date(2027, 4, 15)), ("Pay in May 2027?", date(2027, 5, 15))],
)
def test_month_stands_for_its_15th(text: str, day: date) -> None:
    assert asked_day(text, TODAY) == day


def test_leap_year_stands_for_1_july() -> None:
    assert asked_day("What was the rate in 2024?", TODAY) == date(2024, 7, 1)


def test_tax_year_is_not_its_second_calendar_year() -> None:
    day = asked_day("What was the rate in the tax year 2024 to 2025?", TODAY)

    assert day is not None
    assert date(2024, 4, 6) <= day < date(2025, 4, 6)


@pytest.mark.parametrize(
    "text",
    [
        "Should I sign the contract?",
        "Should I just accept the offer?",
        "What should I do?",
        "What would you recommend?",
        "Is it worth going to a tribunal?",
        "Will I win?",
        "What are my chances at a tribunal?",
        "Do you think that is legal?",
        "How likely is a tribunal to agree?",
    ],
)
def test_advice(text: str) -> None:
    assert read_question(text, None, None, TODAY).asks_advice


@pytest.mark.parametrize(
    "text",
    [
        "Should I be paid for a bank holiday?",
        "How much notice should I give?",
        "Can I leave without notice?",
        "Should my employer give me a payslip?",
        "What must my employer do?",
        "How long should I wait for an answer?",
    ],
)
def test_entitlement_is_not_advice(text: str) -> None:
    assert not read_question(text, None, None, TODAY).asks_advice


def test_question_is_about_today_in_great_britain_unless_it_says_otherwise() -> None:
    question = read_question("  How long\nis SSP paid? ", None, None, TODAY)

    assert question.text == "How long is SSP paid?"
    assert (question.as_of.day, question.as_of.nation) == (TODAY, "GB")
    assert not question.dated


def test_question_names_its_day_and_nation() -> None:
    question = read_question("Pay in Belfast on 3 May 2024?", None, None, TODAY)

    assert (question.as_of.day, question.as_of.nation) == (date(2024, 5, 3), "NI")
    assert question.dated


@pytest.mark.parametrize("code", ["GB", "gb"])
def test_what_the_caller_states_goes_first(code: str) -> None:
    stated = date(2025, 1, 2)
    question = read_question("Pay in Belfast on 3 May 2024?", stated, code, TODAY)

    assert (question.as_of.day, question.as_of.nation) == (stated, "GB")
    assert question.dated


def test_unknown_nation_and_empty_question_are_refused() -> None:
    with pytest.raises(InputError, match="choose GB"):
        read_question("How long is SSP paid?", None, "FR", TODAY)
    with pytest.raises(QueryError):
        read_question(" ", None, None, TODAY)

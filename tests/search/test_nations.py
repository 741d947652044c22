"""Which nation's rules a question asks for."""

from __future__ import annotations

import pytest

from guidance_assistant.search.nations import asked_nation


@pytest.mark.parametrize(
    "text",
    [
        "What is the minimum wage in Northern Ireland?",
        "sick pay NORTHERN IRELAND",
        "I work in a shop in Belfast",
        "holiday in N. Ireland",
        "Can my boss in Derry sack me?",
        "a firm in Londonderry",
        "Do the rules in NI differ?",
        "an office in County Down",
        "Does the Labour Relations Agency help?",
        "I am from Poland and work in Newry",
    ],
)
def test_northern_ireland(text: str) -> None:
    assert asked_nation(text) == "NI"


@pytest.mark.parametrize(
    "text",
    [
        "I am from Poland and work in Leeds",
        "I am a citizen of Poland and work in Leeds",
        "holiday pay in Scotland",
        "Welsh bank holidays",
        "my London office",
    ],
)
def test_great_britain(text: str) -> None:
    assert asked_nation(text) == "GB"


@pytest.mark.parametrize(
    "text",
    [
        "minimum wage in Ireland",
        "I work in Dublin",
        "my job in the Netherlands",
        "notice under the law of France",
        "work in Jersey",
    ],
)
def test_elsewhere(text: str) -> None:
    assert asked_nation(text) == "other"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "How long is sick pay paid?",
        "What if I have no NI number?",
        "Where do I apply for NI number?",
        "Who pays for NI contributions?",
        "I am from Poland",
        "Can I come as an EU citizen?",
        "rules in the UK",
        "holiday in autumn in Leedsville",
    ],
)
def test_no_nation(text: str) -> None:
    assert asked_nation(text) == ""


@pytest.mark.parametrize("text", ["What is the Northern Irish minimum wage?"])
def test_northern_irish(text: str) -> None:
    assert asked_nation(text) == "NI"


@pytest.mark.parametrize(
    "text", ["Can they cut pay for all of us?", "Is it legal for us to leave?"]
)
def test_us_is_a_pronoun(text: str) -> None:
    assert asked_nation(text) == ""


def test_national_insurance_credits_are_not_northern_ireland() -> None:
    assert asked_nation("Can I apply for NI credits?") == ""


@pytest.mark.parametrize("text", ["I am a national of India", "right to work for EU nationals"])
def test_nationality_is_not_the_place_of_work(text: str) -> None:
    assert asked_nation(text) == ""


@pytest.mark.parametrize(
    "text", ["isle of man redundancy pay weekly cap", "Guernsey sick pay", "notice, Gibraltar"]
)
def test_islands_count_without_a_preposition(text: str) -> None:
    assert asked_nation(text) == "other"

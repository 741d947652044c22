"""Print search results and cards for a person to read in a terminal."""

from __future__ import annotations

import dataclasses
import shutil
import textwrap
from typing import Any

import click

from guidance_assistant.answer.card import Card, Source
from guidance_assistant.search.retrieve import Result, SearchResult

SAMPLE_LABEL = (
    "SAMPLE: these pages were written for this project; they restate public facts and are not "
    "GOV.UK's text. For the real pages, save them from GOV.UK's Content API and run: "
    "guidance-assistant snapshot build ITEMS --out DIR"
)


def search_json(found: SearchResult) -> dict[str, Any]:
    """A search result as plain values; chunks without their units."""
    return {
        "query": found.query,
        "method": found.method,
        "results": [_result_json(result) for result in found.results],
        "rejected": [dataclasses.asdict(each) for each in found.rejected],
    }


def _result_json(result: Result) -> dict[str, Any]:
    chunk = dataclasses.asdict(result.chunk)
    chunk.pop("units")
    return {
        "rank": result.rank,
        "score": result.score,
        "scores": dict(result.scores),
        "ranks": dict(result.ranks),
        **chunk,
    }


def show_search(found: SearchResult) -> None:
    """One passage a paragraph: rank, score, title, scores by part, address, text."""
    for result in found.results:
        chunk = result.chunk
        parts = " | ".join(
            f"{name} {score:.3f} (#{result.ranks[name]})" for name, score in result.scores.items()
        )
        click.echo(f"{result.rank}. {_heading(chunk.title, chunk.section)}  {result.score:.3f}")
        click.echo(f"   {parts}")
        click.echo(f"   {chunk.chunk_id} | {chunk.words} words | {chunk.url}")
        click.echo(_wrap(" ".join(chunk.text.split())[:300], "   ") + "\n")
    if not found.results:
        click.echo("no passage found")


def show_card(card: Card) -> None:
    """The card as text: label, answer or reason, sources with dates, notice, attribution."""
    if card.snapshot.kind == "sample":
        click.echo(_wrap(SAMPLE_LABEL) + "\n")
    if card.status.shows_answer:
        _show_answer(card)
    else:
        _show_abstention(card)
    click.echo(_wrap(card.notice))
    click.echo(_wrap(card.attribution))
    click.echo(f"as of {card.as_of} | nation {card.nation} | {card.engine}, {card.method}")


def _show_answer(card: Card) -> None:
    click.echo(click.style("The guidance says, word for word:", bold=True) + "\n")
    numbers = {source.chunk_id: source.number for source in card.sources}
    for claim in card.claims:
        marks = "".join(f"[{numbers[each]}]" for each in claim.chunk_ids)
        *lines, last = claim.text.split("\n")
        for line in [*lines, f"{last} {marks}"]:
            click.echo(_wrap(line, "  "))
        click.echo()
    click.echo(click.style("Sources", bold=True))
    for source in card.sources:
        _show_source(f"[{source.number}]", source)
    click.echo()


def _show_abstention(card: Card) -> None:
    click.echo(click.style(f"No answer ({card.status}).", bold=True))
    click.echo(_wrap(f"{card.answer} {card.ask}") + "\n")
    if card.closest:
        click.echo(click.style("Closest pages, which do not answer this", bold=True))
    for source in card.closest:
        _show_source("-", source)
    if card.closest:
        click.echo()


def _show_source(mark: str, source: Source) -> None:
    indent = " " * (len(mark) + 1)
    click.echo(f"{mark} {_heading(source.title, source.section)}")
    click.echo(f"{indent}{source.url}")
    click.echo(
        f"{indent}{source.publisher}, {source.nation}: fetched {source.retrieved_at[:10]}; "
        f"last updated {source.updated_at[:10]}"
    )


def _heading(title: str, section: str) -> str:
    return f"{title} — {section}" if section else title


def _wrap(text: str, indent: str = "") -> str:
    width = min(shutil.get_terminal_size((100, 24)).columns, 100)
    return textwrap.fill(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )

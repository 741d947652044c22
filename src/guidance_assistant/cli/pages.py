"""Commands on pages: list them, see how one is parsed and cut, build the index."""

from __future__ import annotations

import dataclasses

import click

from guidance_assistant.cli.group import Places, as_json, print_json, progress_bar


@click.command()
@as_json
@click.pass_obj
def pages(places: Places, as_json: bool) -> None:
    r"""List the pages of the snapshot, by guide.

    \b
    Example:
      guidance-assistant pages
    """
    from guidance_assistant.corpus.snapshot import summary

    snapshot = places.load_snapshot()
    if as_json:
        fields = ("page_id", "title", "url", "updated_at", "retrieved_at", "nation", "publisher")
        print_json([{name: getattr(page, name) for name in fields} for page in snapshot.pages])
        return
    for page in snapshot.pages:
        click.echo(f"{page.page_id} | {page.title} | updated {page.updated_at[:10]} | {page.url}")
    click.echo(summary(snapshot))


@click.command()
@click.argument("page")
@as_json
@click.pass_obj
def parse(places: Places, page: str, as_json: bool) -> None:
    r"""Show the blocks of a PAGE, given by id, path or address.

    \b
    Example:
      guidance-assistant parse statutory-sick-pay/eligibility
    """
    from guidance_assistant.corpus.parse import parse_html

    found = places.load_snapshot().page(page)
    parsed = parse_html(found.body_html)
    if as_json:
        print_json({"page_id": found.page_id, "url": found.url, **dataclasses.asdict(parsed)})
        return
    click.echo(f"{found.title} | {found.url}")
    for block in parsed.blocks:
        text = block.text.replace("\n", "\n" + " " * 26)
        click.echo(
            f"{block.start:>6}-{block.end:<6} {block.kind + str(block.depth or ''):<11} {text}"
        )
    for text in parsed.dropped:
        click.echo(f"{'':13} {'dropped':<11} {text}")


@click.command()
@click.argument("page")
@as_json
@click.pass_obj
def chunks(places: Places, page: str, as_json: bool) -> None:
    r"""Show the chunks that a PAGE is cut into, with their ids and periods.

    \b
    Example:
      guidance-assistant chunks national-minimum-wage-rates
    """
    from guidance_assistant.corpus.chunk import chunk_page
    from guidance_assistant.corpus.parse import parse_html

    found = places.load_snapshot().page(page)
    cut = chunk_page(found, parse_html(found.body_html))
    if as_json:
        print_json([{**dataclasses.asdict(chunk), "words": chunk.words} for chunk in cut])
        return
    for chunk in cut:
        click.echo(
            f"{chunk.chunk_id} #{chunk.number} chars {chunk.start}-{chunk.end} | "
            f"{chunk.words:>3} words | {chunk.url}"
        )
        if chunk.valid_from or chunk.valid_until:
            click.echo(
                f"             holds from {chunk.valid_from or 'any day'} "
                f"until before {chunk.valid_until or 'any day'}"
            )


@click.command()
@click.option(
    "--embedder",
    "embedders",
    multiple=True,
    help="Embedder to use; may be given twice. Default: all that run on this computer.",
)
@as_json
@click.pass_obj
def ingest(places: Places, embedders: tuple[str, ...], as_json: bool) -> None:
    r"""Build the index of the snapshot; only text that changed is embedded again.

    \b
    Example:
      guidance-assistant --snapshot my-pages ingest
    """
    from guidance_assistant.assistant import build_index

    with progress_bar() as progress:
        report = build_index(places.snapshot, places.index, embedders, progress)
    if as_json:
        print_json(dataclasses.asdict(report))
        return
    if report.fallback:
        click.echo(f"note: {report.fallback}", err=True)
    done = (
        "unchanged" if report.unchanged else f"{report.embedded} embedded, {report.reused} reused"
    )
    click.echo(
        f"index {report.path}: {report.chunks} chunks from {report.pages} pages | "
        f"embeddings {' + '.join(report.embedders)} | {report.seconds:.1f} s | {done}"
    )

"""Commands on snapshots: verify one, build one."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from guidance_assistant.cli.group import Places, as_json, print_json


@click.group()
def snapshot() -> None:
    """Verify a snapshot, or build one from saved pages."""


@snapshot.command()
@as_json
@click.pass_obj
def verify(places: Places, as_json: bool) -> None:
    r"""Check every file of the snapshot against its digest.

    \b
    Example:
      guidance-assistant --snapshot my-pages snapshot verify
    """
    from guidance_assistant.corpus.snapshot import summary

    found = places.load_snapshot()
    if as_json:
        print_json(
            {
                "folder": str(found.folder),
                "digest": found.digest,
                "checksums": "OK",
                **dataclasses.asdict(found.manifest),
            }
        )
        return
    click.echo(summary(found))


@snapshot.command()
@click.argument("items", type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder to write.")
@click.option("--replace", is_flag=True, help="Replace a snapshot that is there already.")
@as_json
def build(items: Path, out: Path, replace: bool, as_json: bool) -> None:
    r"""Build a snapshot from a folder ITEMS of saved Content API items (JSON files).

    What is gone, withdrawn, redirected, empty or not in English is left out and listed.

    \b
    Example:
      guidance-assistant snapshot build saved-items --out my-pages
    """
    from guidance_assistant.corpus.build import build_snapshot

    report = build_snapshot(items, out, replace=replace)
    if as_json:
        print_json(dataclasses.asdict(report))
        return
    for left in report.left_out:
        click.echo(f"left out: {left.path}: {left.reason}")
    click.echo(
        f"snapshot {out}: {report.pages} pages from {report.guides} guides | "
        f"{len(report.left_out)} left out | next: guidance-assistant --snapshot {out} ingest"
    )

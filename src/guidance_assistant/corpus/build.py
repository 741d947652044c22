"""From a folder of saved Content API items to a snapshot, with an account of every item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import replace as changed
from datetime import UTC, datetime
from pathlib import Path

from guidance_assistant.corpus.content_api import ItemPages, LeftOut, read_item
from guidance_assistant.corpus.content_item import utc_seconds
from guidance_assistant.corpus.page import Nation, Page
from guidance_assistant.corpus.snapshot import Omission, counted
from guidance_assistant.corpus.write import write_snapshot
from guidance_assistant.errors import InputError, ItemError, SnapshotError


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What became of every item, in plain values: ``items == guides + items_left_out``.

    Attributes:
        items: number of items, read from files or told of in ``not_fetched``.
        guides: items that gave at least one page.
        digest: the new snapshot's digest.
        left_out: items that gave no page, then parts of kept items that gave none.
        items_left_out: how many of ``left_out`` are items.
        reasons: how many things were left out, by kind of reason.
    """

    items: int
    guides: int
    pages: int
    digest: str
    left_out: tuple[LeftOut, ...]
    items_left_out: int
    reasons: dict[str, int]

    def lines(self) -> tuple[str, ...]:
        """The report for a person: totals, counts by reason, then each thing left out."""
        head = (
            f"{counted(self.pages, 'page')} from {counted(self.guides, 'guide')},"
            f" of {counted(self.items, 'item')} read"
        )
        if not self.left_out:
            return (head, "nothing left out")
        counts = f"{len(self.left_out)} left out: {_counts(self.reasons)}"
        return (head, counts, *(f"  {entry.path}: {entry.reason}" for entry in self.left_out))


def build_snapshot(
    items_folder: Path,
    out: Path,
    *,
    retrieved_at: str | Mapping[str, str] = "",
    nation: Nation = "GB",
    not_fetched: Iterable[LeftOut] = (),
    replace: bool = False,
) -> BuildReport:
    """Build a snapshot from every ``*.json`` below a folder.

    Of items with the same base path the one that changed last counts, then the first by file
    name. That choice comes before any other: a guide withdrawn since an older copy was saved is
    left out.

    Args:
        items_folder: the saved items, in any folders below it.
        out: where the snapshot is to stand.
        retrieved_at: when the items were fetched, ISO 8601; or that by path of the file below
            ``items_folder``, with ``/``. A file's own time is not looked at, because copying
            changes it; what is not given counts as fetched now.
        nation: nation of items that do not say where they apply.
        not_fetched: what was asked for and could not be fetched, to be told of as well.
        replace: whether a snapshot that stands at ``out`` may be replaced.

    Raises:
        SnapshotError: no item gives a page, the folder cannot be read, or `out` not written.
        InputError: ``retrieved_at`` is not an ISO 8601 time.
    """
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    times = _times(_item_names(items_folder), retrieved_at, now)
    outcomes = {name: _read(items_folder, name, time, nation) for name, time in times.items()}
    kept, left_out = _choose(outcomes)
    left_out = [*left_out, *not_fetched]
    if not kept:
        raise SnapshotError(_nothing(items_folder, len(times), left_out))
    everything = (*left_out, *(part for item in kept for part in item.left_out))
    snapshot = write_snapshot(
        out,
        (page for item in kept for page in item.pages),
        kind="govuk",
        created_at=now,
        left_out=[Omission(entry.path, entry.reason) for entry in everything],
        replace=replace,
    )
    return BuildReport(
        items=len(kept) + len(left_out),
        guides=len(kept),
        pages=len(snapshot.pages),
        digest=snapshot.digest,
        left_out=everything,
        items_left_out=len(left_out),
        reasons=count_reasons(everything),
    )


def count_reasons(left_out: Iterable[LeftOut]) -> dict[str, int]:
    """How many things were left out by kind of reason, the commonest first."""
    return dict(Counter(entry.kind for entry in left_out).most_common())


def _counts(reasons: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in reasons.items())


def _item_names(folder: Path) -> list[str]:
    if not folder.is_dir():
        raise SnapshotError(f"there is no folder of saved items at {folder}: name another one")
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*.json") if path.is_file()
    )


def _times(names: list[str], given: str | Mapping[str, str], now: str) -> dict[str, str]:
    """When each file's item was fetched, by the file's name."""
    by_name = dict.fromkeys(names, given) if isinstance(given, str) else given
    try:
        return {name: utc_seconds(by_name.get(name) or now) for name in names}
    except ItemError as error:
        raise InputError(f"retrieved_at: {error}; write it like {now}") from error


def _read(folder: Path, name: str, retrieved_at: str, nation: Nation) -> ItemPages | LeftOut:
    try:
        return read_item((folder / name).read_bytes(), retrieved_at, nation=nation)
    except OSError as error:
        return LeftOut(_named(name), "malformed", f"the file cannot be read: {error.strerror}")
    except ItemError as error:
        return LeftOut(_named(name), "malformed", str(error))


def _named(file: str) -> str:
    return file if file.isprintable() else ascii(file)


def _choose(outcomes: Mapping[str, ItemPages | LeftOut]) -> tuple[list[ItemPages], list[LeftOut]]:
    """One outcome a path, by path; the others are left out as duplicates."""
    by_path: dict[str, list[str]] = {}
    for name, outcome in outcomes.items():
        by_path.setdefault(outcome.path, []).append(name)
    kept: list[ItemPages] = []
    left_out: list[LeftOut] = []
    for path in sorted(by_path):
        newest = max(by_path[path], key=lambda name: outcomes[name].updated_at)
        outcome = outcomes[newest]
        if isinstance(outcome, ItemPages):
            kept.append(outcome)
        else:
            left_out.append(outcome)
        for name in by_path[path]:
            if name != newest:
                reason = f"{name} is another copy; {newest} is as new or newer"
                left_out.append(LeftOut(path, "duplicate", reason))
    return _without_shared_pages(kept, left_out)


def _without_shared_pages(
    kept: Iterable[ItemPages], left_out: list[LeftOut]
) -> tuple[list[ItemPages], list[LeftOut]]:
    """Leave out a page whose id an item before it has: a part ``b`` of ``/a`` next to ``/a/b``."""
    owners: dict[str, str] = {}
    unshared: list[ItemPages] = []
    for item in kept:
        free = tuple(page for page in item.pages if page.page_id not in owners)
        clashes = tuple(_clash(page, owners) for page in item.pages if page.page_id in owners)
        owners.update((page.page_id, item.path) for page in free)
        if free:
            unshared.append(changed(item, pages=free, left_out=item.left_out + clashes))
        else:
            left_out.append(clashes[0])
    return unshared, left_out


def _clash(page: Page, owners: Mapping[str, str]) -> LeftOut:
    reason = f"{owners[page.page_id]} has a page of the same path"
    return LeftOut(f"/{page.page_id}", "duplicate", reason)


def _nothing(folder: Path, files: int, left_out: list[LeftOut]) -> str:
    if not left_out:
        return f"no page to build from: {folder} holds no *.json file; name the folder of the items"
    first = left_out[0]
    return (
        f"no page to build from: {counted(files, 'item')} in {folder},"
        f" {_counts(count_reasons(left_out))}; the first: {first.path}: {first.reason}"
    )

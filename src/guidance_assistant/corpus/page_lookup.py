"""Find a page by whatever a reader has at hand: its id, its guide's path, its address."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from guidance_assistant.corpus.page import Page
from guidance_assistant.corpus.snapshot_records import guide_path
from guidance_assistant.errors import UnknownPageError

_SHOWN = 80


def index_pages(pages: Iterable[Page]) -> dict[str, Page]:
    """Every reference by which a page can be found, in reading order.

    Ids and addresses come before the paths of guides: a path that is itself a page's id means
    that page. A guide's path, bare or as an address, means its first part in the snapshot, and
    the address made of the first part's slug means that part, as it does on the site.
    """
    by_reference: dict[str, Page] = {}
    listed = list(pages)
    for page in listed:
        by_reference.setdefault(page.page_id, page)
        by_reference.setdefault(_address(page.url), page)
    for page in listed:
        host, path = _address(page.url).split("/")[2], guide_path(page)
        for reference in (f"//{host}/{page.page_id}", path, f"//{host}/{path}"):
            by_reference.setdefault(reference, page)
    return by_reference


def look_up(page_ref: str, by_reference: Mapping[str, Page]) -> Page:
    """The page that a reference means.

    Raises:
        UnknownPageError: none; the message names up to three close ones and how to list all.
    """
    reference = page_ref.strip()
    key = _address(reference) if "://" in reference[:_SHOWN] else _path(reference)
    page = by_reference.get(key) or by_reference.get(f"//{key}")
    if page is None:
        raise UnknownPageError(_unknown(reference, key, by_reference))
    return page


def _address(url: str) -> str:
    """Host and path of an address, as ``//www.gov.uk/path``; ``///`` for one that is not valid."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "///"
    return f"//{parts.netloc.lower()}/{parts.path.strip('/')}"


def _path(reference: str) -> str:
    return reference.partition("#")[0].partition("?")[0].strip("/")


def _unknown(reference: str, key: str, by_reference: Mapping[str, Page]) -> str:
    ids = [name for name in by_reference if not name.startswith("//")]
    wanted = key.split("/", 3)[3] if key.startswith("//") else key
    wanted = wanted[:_SHOWN].lower().replace(" ", "-")
    close = difflib.get_close_matches(wanted, ids, n=3, cutoff=0.6)
    shown = repr(reference[:_SHOWN] + ("…" if len(reference) > _SHOWN else ""))
    hint = f"; did you mean {', '.join(close)}? All" if close else "; all"
    return f"no page {shown} in this snapshot{hint} are listed by: guidance-assistant pages"

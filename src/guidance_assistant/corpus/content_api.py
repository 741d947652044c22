"""From one saved item of GOV.UK's Content API to its pages, or to the reason why it has none.

Nation: the caller's (``GB`` for GOV.UK), unless the item says where it applies: Northern
Ireland alone is ``NI``, all four nations are ``UK``, anything else is ``GB``.

Text: the parts of a guide; else the fields of `TEXT_FIELDS` one after another. The questions of
a simple smart answer, steps that are lists of links, and contact records are not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from guidance_assistant.corpus.content_item import (
    Body,
    Details,
    Item,
    Variant,
    is_plain_path,
    is_plain_slug,
    parse_item,
    plain_line,
    utc_seconds,
)
from guidance_assistant.corpus.item_status import (
    LeftOut,
    ReasonKind,
    Unusable,
    check_usable,
    public_updated_at,
    shown,
    updated_at,
)
from guidance_assistant.corpus.page import Nation, Page
from guidance_assistant.corpus.parse import parse_html
from guidance_assistant.corpus.snapshot_files import sha256
from guidance_assistant.errors import HtmlError

__all__ = ["ORIGIN", "PUBLISHER", "ItemPages", "LeftOut", "ReasonKind", "read_item"]

ORIGIN, PUBLISHER = "https://www.gov.uk", "GOV.UK"


@dataclass(frozen=True, slots=True)
class ItemPages:
    """The pages of one item in reading order, and its parts that give none."""

    path: str
    updated_at: str
    pages: tuple[Page, ...]
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True)
class _Text:
    """One page to be: its path, the path it is shown under, its title and its text."""

    slug: str | None
    path: str
    url_path: str
    part_title: str
    bodies: tuple[Body, ...]


def read_item(
    raw: bytes,
    retrieved_at: str,
    *,
    nation: Nation = "GB",
    origin: str = ORIGIN,
    publisher: str = PUBLISHER,
) -> ItemPages | LeftOut:
    """Read a saved item.

    Args:
        raw: the item's JSON, byte for byte as the API sent it.
        retrieved_at: ISO 8601 time at which it was fetched.
        nation: nation of an item that does not say where it applies.
        origin: scheme and host that stand in front of the item's path in its address.
        publisher: name of the publisher.

    Raises:
        ItemError: not JSON, or not the shape of an item.
    """
    item = parse_item(raw)
    updated = updated_at(item)
    try:
        if not is_plain_path(item.base_path):
            raise Unusable("unsafe path", "its base_path is not a plain absolute path")
        check_usable(item)
        template = replace(
            _template(item, utc_seconds(retrieved_at)),
            url=origin,
            api_sha256=sha256(raw),
            nation=_nation(item.details or Details(), nation),
            publisher=publisher,
        )
        return _collect(item, template, updated)
    except Unusable as unusable:
        return unusable.left_out(item.base_path, updated)


def _template(item: Item, retrieved_at: str) -> Page:
    """What all pages of an item share."""
    return Page(
        page_id="",
        url="",
        guide_title=plain_line(item.title or ""),
        part_title="",
        public_updated_at=public_updated_at(item),
        updated_at=updated_at(item),
        retrieved_at=retrieved_at,
        api_sha256="",
        body_sha256="",
        body_html="",
        content_id=item.content_id or "",
        document_type=item.document_type or item.schema_name or "",
        locale=item.locale or "en",
        nation="GB",
        publisher="",
        withdrawn=False,
    )


def _collect(item: Item, template: Page, updated: str) -> ItemPages:
    """Read each text of an item; those that cannot be a page are put aside with the reason."""
    path, details = item.base_path, item.details or Details()
    pages: dict[str, Page] = {}
    left_out: list[LeftOut] = []
    for text in _texts(path, details):
        try:
            if text.path[1:] in pages:
                raise Unusable("duplicate", "another part has the same slug")
            page = _page(text, template)
        except Unusable as unusable:
            left_out.append(unusable.left_out(text.path, updated))
        else:
            pages[page.page_id] = page
    if not pages:
        raise _nothing(item, left_out)
    if details.nodes:
        reason = "its questions depend on answers given one by one: only its start page is kept"
        left_out.append(LeftOut(path, "interactive", reason, updated))
    return ItemPages(path, updated, tuple(pages.values()), tuple(left_out))


def _nothing(item: Item, left_out: list[LeftOut]) -> Unusable:
    """What an item without a single page is left out for: its first text's reason."""
    first = left_out[0]
    if item.details and item.details.parts:
        return Unusable(first.kind, f"none of its parts can be used: {first.reason}")
    schema = shown(item.schema_name or item.document_type or "none")
    return Unusable(first.kind, f"{first.reason} in the fields read (schema: {schema})")


def _texts(path: str, details: Details) -> Iterator[_Text]:
    if details.parts:
        for number, part in enumerate(details.parts):
            place = f"{path}/{part.slug}"
            title = plain_line(part.title or "") or _title_of(part.slug)
            yield _Text(part.slug, place, place if number else path, title, (part.body,))
        return
    yield _Text(None, path, path, "", details.in_order())
    for variant in details.variants or ():
        place = f"{path}/{variant.slug}"
        title = plain_line(variant.title or "") or _title_of(variant.slug)
        yield _Text(variant.slug, place, place, title, _variant_bodies(variant, details))


def _variant_bodies(variant: Variant, details: Details) -> tuple[Body, ...]:
    """A variant's texts with the main page's where it has none; nothing if it has none at all."""
    own = variant.in_order()
    if not any(own):
        return ()
    return tuple(mine or main for mine, main in zip(own, details.in_order(), strict=True))


def _page(text: _Text, template: Page) -> Page:
    if text.slug is not None and not (is_plain_slug(text.slug) and is_plain_path(text.path)):
        raise Unusable("unsafe path", "its slug is not a plain path segment")
    html = _html(text.bodies)
    if not _has_words(html):
        raise Unusable("no readable text", "it has no readable text")
    return replace(
        template,
        page_id=text.path[1:],
        url=template.url + text.url_path,
        part_title=text.part_title,
        body_html=html,
        body_sha256=sha256(html.encode()),
    )


def _html(bodies: Iterable[Body]) -> str:
    """The HTML of an item's texts, one after another, each as the API returned it."""
    found: list[str] = []
    source_only = False
    for body in bodies:
        if body is None or isinstance(body, str):
            found.append(body or "")
            continue
        renderings = [form.content for form in body if form.content_type == "text/html"]
        found.extend(renderings[:1])
        source_only |= bool(body) and not renderings
    html = "\n".join(filter(None, found))
    if source_only and not html:
        raise Unusable("no readable text", "it holds only its source text (Govspeak), not HTML")
    return html


def _has_words(html: str) -> bool:
    try:
        text = parse_html(html).text
    except HtmlError as error:
        raise Unusable("malformed", shown(f"its HTML cannot be read: {error}")) from error
    return any(char.isalnum() for char in text)


def _nation(details: Details, default: Nation) -> Nation:
    """The nation an item says it applies to, as near as three names allow."""
    listed = details.national_applicability or {}
    where = {name for name, entry in listed.items() if entry.applicable and name in _NATIONS}
    if not where:
        return default
    if where == {"northern_ireland"}:
        return "NI"
    return "UK" if len(where) == len(_NATIONS) else "GB"


_NATIONS = ("england", "scotland", "wales", "northern_ireland")


def _title_of(slug: str) -> str:
    return plain_line(slug).replace("-", " ").capitalize()

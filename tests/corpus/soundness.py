"""What holds of every parsed page, whatever the HTML."""

from __future__ import annotations

from guidance_assistant.corpus.page import ParsedPage


def assert_sound(parsed: ParsedPage) -> None:
    """Spans are exact, blocks follow one another, sections count headings, cells have flags."""
    assert parsed.text == "\n".join(block.text for block in parsed.blocks)
    end, section, anchors = -1, 0, {""}
    for block in parsed.blocks:
        assert block.start == end + 1
        assert parsed.text[block.start : block.end] == block.text
        assert block.text.strip()
        end = block.end
        section += block.kind == "heading"
        assert block.section == section
        assert bool(block.heading_path) == bool(section)
        if block.kind == "heading":
            assert block.heading_path[-1] == block.text
            assert "\n" not in block.text
            anchors.add(block.anchor)
        assert block.anchor in anchors
        assert (block.depth > 0) == (block.kind in ("heading", "item"))
        rows = block.text.split("\n") if block.kind == "table" else []
        assert [len(row.split(" | ")) for row in rows] == [len(row) for row in block.header_cells]
    assert all(text == " ".join(text.split()) or "\n" in text for text in parsed.dropped)

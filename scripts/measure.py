"""Ask every question of ``questions/calibration.jsonl`` and count right, wrong and abstained.

A first measure, until the evaluation command: an answer is right when every key of its question, a
regular expression, matches it. The day is fixed, since some questions speak of "last Friday".
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

from guidance_assistant.assistant import Assistant
from guidance_assistant.corpus.snapshot import bundled_sample, load_snapshot
from guidance_assistant.search.ingest import ingest

QUESTIONS = Path(__file__).resolve().parents[1] / "questions" / "calibration.jsonl"
WRITTEN_FOR = date(2026, 11, 30)


def main() -> None:
    """Print the counts by half, then every answer that is shown and wrong."""
    questions = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as scratch:
        index = Path(scratch) / "index.sqlite"
        ingest(load_snapshot(bundled_sample()), index)
        with Assistant.open(bundled_sample(), index) as assistant:
            outcomes = [(each, outcome(assistant, each)) for each in questions]
    for half in ("a", "b"):
        counts = Counter(found for each, found in outcomes if each["half"] == half)
        print(f"half {half}: " + " | ".join(f"{name} {n}" for name, n in sorted(counts.items())))
    total = Counter(found for _, found in outcomes)
    print("all:    " + " | ".join(f"{name} {n}" for name, n in sorted(total.items())))
    for question, found in outcomes:
        if "wrong" in found:
            print(f"{question['id']} {found}: {question['question']}")


def outcome(assistant: Assistant, question: dict[str, Any]) -> str:
    """What became of one question."""
    card = assistant.ask(question["question"], today=WRITTEN_FOR)
    covered = question["status"] == "answered"
    kind = "covered" if covered else "uncovered"
    if not card.status.shows_answer:
        return f"{kind}, abstained"
    wanted = all(re.search(key, card.answer, re.I) for key in question["keys"])
    unwanted = any(re.search(key, card.answer, re.I) for key in question.get("must_not", []))
    return f"{kind}, {'right' if covered and wanted and not unwanted else 'shown but wrong'}"


if __name__ == "__main__":
    main()

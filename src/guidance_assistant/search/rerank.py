"""The cross-encoder: reads question and passage together and scores how well one answers."""

from __future__ import annotations

from collections.abc import Sequence

from guidance_assistant.search.onnx import OnnxEncoder
from guidance_assistant.search.weights import MINILM_RERANKER, locate


class CrossEncoder:
    """ms-marco-MiniLM-L-12-v2 in int8. Scores are logits, about -11 (no) to 11 (yes)."""

    name = MINILM_RERANKER.name

    def __init__(self) -> None:
        paths = locate(MINILM_RERANKER)
        self._encode = OnnxEncoder(paths["model.onnx"], paths["tokenizer.json"])

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """One logit a passage, in the order given.

        Raises:
            ModelError: at construction, when the weights are missing or changed.
        """
        return [float(self._encode(question, passage)[0]) for passage in passages]

"""Run a BERT-shaped ONNX model on one text, or one pair of texts, at a time.

One a call, on purpose: the weights are in int8 with scales taken from the whole batch, so the
scores of a padded batch are not those of its members alone.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAX_TOKENS = 512  # the length that these models were trained with


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class OnnxEncoder:
    """A tokenizer and an ONNX session that turn text into the model's first output."""

    def __init__(self, model: Path, tokenizer: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = available_cores()
        options.inter_op_num_threads = 1
        options.log_severity_level = 3  # errors only: warnings of the library are not the user's
        self._session = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {given.name for given in self._session.get_inputs()}
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.no_padding()

    def __call__(self, text: str, pair: str | None = None) -> NDArray[np.float32]:
        """First output for ``text`` (and ``pair``), without the batch axis."""
        encoding = self._tokenizer.encode(text, pair)
        feed: dict[str, Any] = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        arrays = {k: np.array([v], np.int64) for k, v in feed.items() if k in self._inputs}
        output: NDArray[np.float32] = self._session.run(None, arrays)[0][0]
        return output

"""Ways to make one ranking of several: by ranks, and by scores brought to one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

RRF_K = 60  # Cormack, Clarke and Büttcher (SIGIR 2009)

# Weights of the sum of scores. The scale of each score is fixed by its model: a cosine of e5 lies
# between 0.7 and 0.95, one of bge-small between 0.6 and 0.95, a logit of the cross-encoder between
# -11 and 11. docs/decisions/0003-sum-of-scores.md has the measurements.
CROSS_ENCODER_WEIGHT = 0.25
EMBEDDER_WEIGHTS = {"multilingual-e5-small": 25.0, "bge-small-en": 12.0}


def reciprocal_rank_fusion(
    rankings: Mapping[str, Sequence[str]], weights: Mapping[str, float], k: int = RRF_K
) -> list[tuple[str, float]]:
    """Fuse rankings of ids: each adds ``weight / (k + rank)``, ranks from 1. Best first.

    Ties keep the order in which an id was first seen.
    """
    scores: dict[str, float] = {}
    for name, ranking in rankings.items():
        for rank, each in enumerate(ranking, start=1):
            scores[each] = scores.get(each, 0.0) + weights.get(name, 1.0) / (k + rank)
    return sorted(scores.items(), key=lambda pair: -pair[1])


def embedder_weights(names: Sequence[str]) -> dict[str, float]:
    """Weights for the embedders in use; one alone carries the weight of both."""
    known = {name: EMBEDDER_WEIGHTS.get(name, 12.0) for name in names}
    scale = sum(EMBEDDER_WEIGHTS.values()) / sum(known.values())
    return {name: weight * scale for name, weight in known.items()}

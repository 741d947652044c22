"""How well a passage answers a question, on one scale whatever method found it.

The sum of scaled scores of `search.fuse` parts questions that the pages answer from those they do
not better than any of its parts alone. A method that does not use them all has them computed
for the few passages it found.
"""

from __future__ import annotations

from guidance_assistant.search.fuse import CROSS_ENCODER_WEIGHT
from guidance_assistant.search.query import question_part
from guidance_assistant.search.retrieve import Result, Retriever, SearchResult

# Below the first the pages do not answer; below the second the question is about something else.
# docs/decisions/0004-when-to-abstain.md says how they were set.
ANSWERS_ABOVE = 31.75
ON_TOPIC_ABOVE = 28.0


def relevance(found: SearchResult, retriever: Retriever) -> dict[str, float]:
    """The sum of scaled scores of every passage found, in scope or not, by chunk id."""
    results = [*found.results, *found.out_of_scope]
    if found.method == "rerank":
        return {result.chunk.chunk_id: result.score for result in results}
    return _computed(found.query, results, retriever)


def _computed(query: str, results: list[Result], retriever: Retriever) -> dict[str, float]:
    similarity = retriever.summed_similarity(query)
    texts = [result.chunk.searchable for result in results]
    logits = retriever.cross_encoder.scores(question_part(query), texts)
    ids = [result.chunk.chunk_id for result in results]
    return {
        each: similarity[each] + CROSS_ENCODER_WEIGHT * logit
        for each, logit in zip(ids, logits, strict=True)
    }

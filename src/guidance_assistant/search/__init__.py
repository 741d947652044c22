"""From a query to ranked passages: embed, index, retrieve, rerank."""

"""From a question to a card: read the question, search, quote, check, show."""

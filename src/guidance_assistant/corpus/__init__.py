"""From a publisher's pages to chunks: snapshot, parse, chunk."""

"""The law texts: editions, documents, clauses, topics, quotes."""

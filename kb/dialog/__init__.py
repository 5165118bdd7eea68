"""Words: languages, facts, routing, and answers composed from rulings and quotes."""

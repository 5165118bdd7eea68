"""Adding texts: reading a file, finding its clauses, reporting what was found, storing it."""

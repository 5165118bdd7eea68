"""The judge: from the facts of a case to a ruling, edition by edition."""

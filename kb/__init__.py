"""Answers about the FIDE Laws of Chess with the exact clause quoted, edition by edition."""

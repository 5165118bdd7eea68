"""Reading positions, games and moves as people paste them, and judging their legality."""

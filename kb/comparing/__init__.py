"""Comparing editions and texts: timelines of rules, differences of words, and where texts disagree."""

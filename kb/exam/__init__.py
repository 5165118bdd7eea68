"""The exam trainer: questions made by the judge, marking, papers, study."""

"""Finding the topic a question is about: entries, encoders, the stored index."""

"""The web application: chat, board, and the routes programs use."""

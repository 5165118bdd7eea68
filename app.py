"""Start the web chat: ``python app.py``, then open http://127.0.0.1:7860."""

from __future__ import annotations

from kb.web.server import main

if __name__ == "__main__":
    main()

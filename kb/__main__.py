"""``python -m kb``: the same as the ``kb`` command."""

from kb.cli import main

if __name__ == "__main__":
    main()

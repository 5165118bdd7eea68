"""The look of the page: system fonts, quiet colours, light and dark."""

from __future__ import annotations

import gradio as gr

__all__ = ["theme"]

_SANS = ("system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "DejaVu Sans", "sans-serif")
_MONO = ("ui-monospace", "SFMono-Regular", "Menlo", "DejaVu Sans Mono", "monospace")


def theme() -> gr.themes.Base:
    """Return gradio's plain theme with the fonts of the reader's own system; none is loaded."""
    return gr.themes.Base(primary_hue="teal", neutral_hue="stone", font=_SANS, font_mono=_MONO).set(
        body_background_fill="#faf9f7",
        body_background_fill_dark="#16181a",
        body_text_color="#22262a",
        body_text_color_dark="#e6e4df",
        block_background_fill="#ffffff",
        block_background_fill_dark="#1e2124",
        block_border_color="#e2dfd8",
        block_border_color_dark="#33383c",
        border_color_primary="#d8d4cb",
        border_color_primary_dark="#3d4347",
        button_primary_background_fill="#0f5f59",
        button_primary_background_fill_hover="#0b4b46",
        button_primary_background_fill_dark="#1d7f77",
        button_primary_background_fill_hover_dark="#238f86",
        button_primary_text_color="#ffffff",
        button_primary_text_color_dark="#ffffff",
        block_label_text_color="#4a5157",
        block_title_text_color="#4a5157",
        block_title_text_color_dark="#b9bdc0",
        block_info_text_color="#5c646b",
        block_info_text_color_dark="#a6abaf",
        input_background_fill="#ffffff",
        input_background_fill_dark="#17191b",
        input_placeholder_color="#6b7177",
        input_placeholder_color_dark="#8d9398",
    )

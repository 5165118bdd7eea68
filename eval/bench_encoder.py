"""Measure an encoder: load time, memory, texts per second alone and in batches.

Usage: ``python eval/bench_encoder.py [NAME]``, with NAME as in ``KB_ENCODER`` (default: ``builtin``).
Prints one JSON object.  Times are of this machine at this moment; ``cpu_…`` figures count processor time of
the whole process and are the ones to compare when other work runs beside it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Final

import psutil  # type: ignore[import-untyped, unused-ignore]

from kb.search.encoder import load_encoder
from kb.settings import BUILTIN_ENCODER, Settings

_QUESTIONS: Final = (
    "¿Qué pasa si mi rival hace dos jugadas seguidas en la partida {}?",
    "Mag ik met twee handen rokeren als ik bord {} speel?",
    "Если я задел ферзя рукавом на доске {}, должен ли я им ходить?",
    "What happens if I press the clock without making a move in round {}?",
)
_SINGLE: Final = 50
_BATCH: Final = 400


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return the wall and processor seconds that ``work`` takes."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def measure(name: str) -> dict[str, float | int | str]:
    """Load the encoder ``name`` and time it."""
    process = psutil.Process()
    before = process.memory_info().rss
    started = time.perf_counter()
    encoder = load_encoder(Settings(encoder=name))
    encoder.encode_queries(["first"])
    loaded = time.perf_counter() - started
    texts = [_QUESTIONS[number % len(_QUESTIONS)].format(number) for number in range(_BATCH)]
    single, single_cpu = _timed(lambda: [encoder.encode_queries([text]) for text in texts[:_SINGLE]])
    batch, batch_cpu = _timed(lambda: encoder.encode_documents(texts))
    return {
        "encoder": encoder.id,
        "degraded": encoder.degraded.value,
        "dimension": encoder.dimension,
        "load_and_first_query_s": round(loaded, 3),
        "added_memory_mb": round((process.memory_info().rss - before) / 2**20),
        "single_query_ms": round(1000 * single / _SINGLE, 1),
        "cpu_single_query_ms": round(1000 * single_cpu / _SINGLE, 1),
        "batch_texts_per_s": round(_BATCH / batch, 1),
        "cpu_batch_text_ms": round(1000 * batch_cpu / _BATCH, 1),
    }


if __name__ == "__main__":
    json.dump(measure(sys.argv[1] if len(sys.argv) > 1 else BUILTIN_ENCODER), sys.stdout, indent=2)
    print()

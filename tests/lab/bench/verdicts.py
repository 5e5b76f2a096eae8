"""The goals of this project for its speed, and whether a run meets them."""

from typing import NamedTuple

from figures import Figures

OWN_TARGETS = ("essl300", "wgsl", "msl23", "hlsl50")


class Verdict(NamedTuple):
    goal: str     # includes the limit
    outcome: str  # met, missed, not measured
    worst: str    # the largest figure, and where it was measured
    figures: str  # all figures
    remark: str   # about the notes in the figures


def verdict(goal, limit, form, values, remark=""):
    """`values`: (where, value) or (where, value, note); the largest value decides."""
    values = [row for row in values if row[1] is not None]
    if not values:
        return Verdict(goal, "not measured", "", "", remark)
    where, worst, *_ = max(values, key=lambda row: row[1])
    return Verdict(goal, "met" if worst <= limit else "missed", f"{worst:{form}} ({where})",
                   " · ".join(f"{row[0]} {row[1]:{form}}{''.join(row[2:])}" for row in values), remark)


def evenness(words):
    goal = "bytes to words, time per token from 10 to 2,048 tokens: within 1.5 times"
    by_token = [(row.selection, row.time / row.tokens) for row in words if row.selection.isdigit()]
    if not by_token:
        return Verdict(goal, "not measured", "", "", "")
    ratio = max(time for _, time in by_token) / min(time for _, time in by_token)
    figures = " · ".join(f"{selection} {time:.0f} ns" for selection, time in by_token)
    return Verdict(goal, "met" if ratio <= 1.5 else "missed", f"{ratio:.2f}", f"{ratio:.2f} ({figures})", "")


def described(figures):
    """Returns the time of translation with the interface as structures, divided by the time of translation, both in C."""
    alone = [row for row in figures.rows.values() if row.group == "c" and " " not in row.step]
    return [(f"{row.selection} {row.step}", both.time / row.time) for row in alone
            if (both := figures.find(row.selection, "c", f"{row.step} and interface"))]


def verdicts(figures: Figures):
    words = [row for row in figures.rows.values() if row.group == "path" and row.step == "words"]
    texts = [row for row in figures.rows.values() if row.group == "path" and row.step == "essl300"]
    proofs = [row for row in figures.rows.values() if row.group == "step" and row.step == "prove"]
    own = [(f"{row.selection} {target}", row, text) for row in words for target in OWN_TARGETS
           if (text := figures.find(row.selection, "path", f"own:{target}"))]

    # The goal is relative to spirv-val with default options. agalc's own call of spirv-val is faster, so the ratio
    # to it is worse. This ratio is shown in addition.
    def note(row):
        called = figures.find(row.selection, "step", "spirv-val")
        return f" ({row.time / called.time:.3f})" if called else ""

    def of_context(key, where):
        return [(where, float(figures.context[key]))] if key in figures.context else []

    return [
        verdict("bytes to words / spirv-val: at most 0.10", 0.10, ".3f",
                [(row.selection, figures.over_validator(row), note(row)) for row in words],
                " (in brackets: over agalc's own call of spirv-val, which finds no names for messages)"),
        verdict("bytes to words, heap allocations of any program that draws no warning: at most 25", 25, ".0f",
                [(row.selection, row.max_allocations) for row in words]),
        evenness(words),
        verdict("bytes to validated ESSL 300 / (spirv-val + SPIRV-Cross): at most 1.10", 1.10, ".3f",
                [(row.selection, figures.over_khronos(row)) for row in texts]),
        verdict("bytes to text by agalc's writer / bytes to words: at most 1.5", 1.5, ".2f",
                [(where, text.time / row.time) for where, row, text in own]),
        verdict("bytes to text by agalc's writer / (spirv-val + SPIRV-Cross to ESSL 300): at most 0.10", 0.10, ".3f",
                [(where, figures.over_khronos(text)) for where, _, text in own]),
        verdict("bytes to text by agalc's writer, heap allocations: at most 10", 10, ".0f",
                [(where, text.max_allocations) for where, _, text in own]),
        verdict("bytes to text and interface in C / bytes to text in C: at most 1.25", 1.25, ".2f", described(figures)),
        verdict("words / words after spirv-opt -O, median: at most 1.05", 1.05, ".3f",
                of_context("words_ratio_median", "both corpora")),
        verdict("words / words after spirv-opt -O, any program: at most 1.25", 1.25, ".3f",
                of_context("words_ratio_max", figures.context.get("words_ratio_where"))),
        verdict("proof that words compute the same / spirv-val: at most 0.5", 0.5, ".2f",
                [(row.selection, figures.over_validator(row), note(row)) for row in proofs],
                " (in brackets: over agalc's own call)"),
    ]

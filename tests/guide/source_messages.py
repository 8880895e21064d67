"""The sentences in the code of the program, with `…` for what is filled in."""

from __future__ import annotations

import ast
import re
from functools import cache

from engines.extras import adding
from tests.guide.guide_pages import ROOT

_FIELD = re.compile(r"\{\w*\}")


@cache
def sentences() -> frozenset[str]:
    """Every text of `engines` and `studio`; those that are put together of several stand for themselves, too."""
    found: set[str] = set()
    for folder in ("engines", "studio"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    found.add("".join(map(_part, node.values)))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.add(_FIELD.sub("…", node.value))
    return frozenset(found | {text.removeprefix("…") for text in found})


def _part(node: ast.expr) -> str:
    if isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Call):
        called = node.value
        if (
            isinstance(called.func, ast.Name)
            and called.func.id == "adding"
            and isinstance(called.args[0], ast.Constant)
        ):
            return adding(called.args[0].value)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "…"

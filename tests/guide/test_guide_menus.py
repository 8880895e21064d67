"""Menus, their entries and shortcuts are called in the guide what the window calls them, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from studio.windows.actions import ACTIONS
from studio.windows.menus import MENUS
from tests.guide.guide_pages import ENGLISH, ROOT

_PATH = re.compile(
    r"\*\*(?P<menu>[^*\n]+?) ▸ (?P<entry>[^*\n▸]+?)(?: ▸ [^*\n]+)?\*\*(?:[ （(]+\+\+(?P<keys>[^\n]+?)\+\+)?"
)
_MNEMONIC = re.compile(r"\(&\w\)|&")
_KEYS = {"comma": ",", "bracket-left": "[", "bracket-right": "]"}


def _plain(text: str) -> str:
    return _MNEMONIC.sub("", text)


def _translations() -> dict[str, str]:
    messages = ElementTree.parse(ROOT / "assets" / "translations" / "timbre_zh_CN.ts").iter("message")
    return {_plain(m.findtext("source", "")): _plain(m.findtext("translation", "")) for m in messages}


def _paths(page: Path) -> list[re.Match[str]]:
    return list(_PATH.finditer(page.read_text("utf-8")))


def test_there_are_some() -> None:
    assert sum(len(_paths(page)) for page in ENGLISH) > 15


@pytest.mark.parametrize("page", ENGLISH, ids=lambda page: page.name)
def test_menus_have_them(page: Path) -> None:
    menus = {_plain(title): entries.split() for title, entries in MENUS}
    actions = {_plain(spec.text): spec for spec in ACTIONS}
    for path in _paths(page):
        spec = actions[path["entry"]]
        assert spec.id in menus[path["menu"]], path[0]
        if path["keys"]:
            keys = "+".join(_KEYS.get(key, key) for key in path["keys"].split("+"))
            assert keys in spec.keys.lower().split("; "), path[0]


@pytest.mark.parametrize("page", ENGLISH, ids=lambda page: page.name)
def test_chinese_pages_name_them_as_the_chinese_window_does(page: Path) -> None:
    chinese = _translations()
    pairs = zip(_paths(page), _paths(page.with_suffix(".zh.md")), strict=True)
    for english, translated in pairs:
        for part in ("menu", "entry"):
            if there := chinese.get(english[part]):
                assert translated[part] == there, f"{english[0]} {translated[0]}"
        assert english["keys"] == translated["keys"]

"""Links between pages lead somewhere, and every page is there in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.guide.guide_pages import DOCS, ENGLISH, PAGES, ROOT, anchors, commands, fences, links

LARGEST_PICTURE = 150_000
"""Bytes."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in links(page):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        # A Chinese page names its neighbours as an English one does, and is given the Chinese ones.
        there = DOCS / name if name else page
        assert there.is_file(), target
        if anchor:
            assert anchor in anchors(there), target
            assert not name or anchor in anchors(there.with_suffix(".zh.md")), target


@pytest.mark.parametrize("page", ENGLISH, ids=lambda page: page.name)
def test_every_page_is_there_in_chinese_with_the_same_parts(page: Path) -> None:
    chinese = page.with_suffix(".zh.md")
    assert anchors(chinese) == anchors(page)
    assert fences(chinese, "python") == fences(page, "python")
    assert list(commands(chinese)) == list(commands(page))
    assert links(chinese).count("") == 0


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2]
    assert all(f": {page.name}\n" in navigation for page in ENGLISH)


def test_pictures_are_small_and_shown() -> None:
    shown = {target for page in PAGES for target in links(page)}
    for picture in (DOCS / "pictures").iterdir():
        assert picture.stat().st_size < LARGEST_PICTURE, picture.name
        assert f"pictures/{picture.name}".replace(".zh.", ".") in shown, picture.name

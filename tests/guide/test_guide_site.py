"""The site can be made of the pages without a warning, where MkDocs is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guide.guide_pages import ENGLISH, ROOT


def test_it_is_made_without_a_warning(tmp_path: Path) -> None:
    for part in ("mkdocs", "material", "mkdocs_static_i18n"):
        pytest.importorskip(part, reason='needs the extra “docs”: pip install -e ".[docs]"')
    made = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    for page in ENGLISH:
        assert (tmp_path / "site" / page.with_suffix(".html").name).is_file()
        assert (tmp_path / "site" / "zh" / page.with_suffix(".html").name).is_file()

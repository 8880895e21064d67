"""What installers tell the systems agrees with the program, as far as that can be seen without them."""

from __future__ import annotations

import plistlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

from packaging_files import PACKAGING, ROOT, load
from PySide6.QtGui import QImage

from engines.voices.voice_file import SUFFIX as VOICE_SUFFIX
from studio.document.package import SUFFIX

rights = load("deb_rights.py")


def test_windows_opens_projects_and_voices() -> None:
    script = (PACKAGING / "windows" / "timbre-studio.iss").read_text("utf-8")
    assert set(re.findall(r"Classes\\(\.\w+)", script)) == {SUFFIX, VOICE_SUFFIX}
    assert "PrivilegesRequired=lowest" in script


def test_macos_may_use_the_microphone() -> None:
    rights_there = plistlib.loads((PACKAGING / "bundle" / "macos-entitlements.plist").read_bytes())
    assert rights_there["com.apple.security.device.audio-input"] is True
    spec = (PACKAGING / "bundle" / "timbre-studio.spec").read_text("utf-8")
    assert "NSMicrophoneUsageDescription" in spec
    assert {f'"{suffix[1:]}"' for suffix in (SUFFIX, VOICE_SUFFIX)} <= set(re.findall(r'"\w+"', spec))


def test_icons_are_drawn_in_all_sizes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(PACKAGING / "icons.py"), str(tmp_path)], check=True)
    sizes = {int(path.stem) for path in tmp_path.glob("*.png")}
    assert {16, 22, 24, 32, 48, 64, 128, 256, 512} <= sizes
    for size in sizes:
        assert QImage(str(tmp_path / f"{size}.png")).width() == size
    assert QImage(str(tmp_path / "timbre-studio.ico")).width() == 256
    assert (tmp_path / "timbre-studio.icns").read_bytes().startswith(b"icns")


def test_the_copyright_names_every_package(tmp_path: Path) -> None:
    for name, field in {"one": "License-Expression: MIT", "two": "License: UNKNOWN"}.items():
        folder = tmp_path / f"{name}-1.0.dist-info"
        folder.mkdir()
        classifier = "Classifier: License :: OSI Approved :: BSD License\n"
        (folder / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\nAuthor: Ann\n{field}\n{classifier}", "utf-8")
    (tmp_path / "one").mkdir()
    (tmp_path / "timbre_studio-0.1.0.dist-info").mkdir()
    (tmp_path / "extras" / "wheels").mkdir(parents=True)
    with zipfile.ZipFile(tmp_path / "extras" / "wheels" / "three.whl", "w") as wheel:
        wheel.writestr("three-2.0.dist-info/METADATA", "Name: three\nVersion: 2.0\nAuthor: Bo\nLicense: ISC\n")
    notice = (ROOT / "NOTICE").read_text("utf-8")
    paragraphs = rights.of_bundle(tmp_path, "usr/lib/x", notice).split("\n\n")
    assert paragraphs[0].startswith("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/")
    assert "Files: usr/lib/x/one-1.0.dist-info/* usr/lib/x/one/*\nCopyright: Ann\nLicense: MIT" in paragraphs[-4]
    assert "License: BSD License" in paragraphs[-3]
    assert paragraphs[-2] == "Files: usr/lib/x/extras/wheels/three.whl\nCopyright: Bo\nLicense: ISC\nComment: three 2.0"
    assert paragraphs[-1].startswith("License: Apache-2.0")

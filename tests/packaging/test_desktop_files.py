"""What the desktop is told about the program agrees with it and with itself."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QIcon

from engines.voices.voice_file import SUFFIX as VOICE_SUFFIX
from studio.document.package import SUFFIX

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
MIME = {"mime": "http://www.freedesktop.org/standards/shared-mime-info"}


@pytest.fixture
def entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters="=")
    parser.optionxform = str
    parser.read(PACKAGING / "timbre-studio.desktop", "utf-8")
    return parser["Desktop Entry"]


@pytest.fixture
def component() -> ElementTree.Element:
    return ElementTree.parse(PACKAGING / "timbre-studio.metainfo.xml").getroot()


def test_the_entry_starts_the_program_with_a_file(entry: configparser.SectionProxy):
    assert entry["Exec"] == "timbre-studio %f"
    assert entry["MimeType"] == "application/x-timbre-studio;application/x-timbre-voice;"
    assert (ROOT / "assets" / "icons" / f"{entry['Icon']}.svg").is_file()
    assert {"Name[zh_CN]", "Comment[zh_CN]", "Keywords[zh_CN]"} <= set(entry)


def test_projects_and_voices_have_types_of_their_own():
    kinds = ElementTree.parse(PACKAGING / "timbre-studio-mime.xml").getroot()
    patterns = {kind.get("type"): kind.find("mime:glob", MIME).get("pattern") for kind in kinds}
    assert patterns == {"application/x-timbre-studio": f"*{SUFFIX}", "application/x-timbre-voice": f"*{VOICE_SUFFIX}"}


def test_the_software_centre_knows_the_version(component: ElementTree.Element, entry: configparser.SectionProxy):
    (version,) = re.findall(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert component.find("releases/release").get("version") == version
    assert component.findtext("launchable") == "timbre-studio.desktop"
    assert component.findtext("summary") == entry["Comment"]
    provided = [kind.text for kind in component.iterfind("provides/mediatype")]
    assert provided == entry["MimeType"].rstrip(";").split(";")


def test_the_icon_can_be_drawn_in_every_size(qapp):
    icon = QIcon(str(ROOT / "assets" / "icons" / "timbre-studio.svg"))
    for size in (16, 32, 256):
        image = icon.pixmap(size, size).toImage()
        assert image.pixelColor(size // 2, size // 2).lightness() > image.pixelColor(size // 8, size // 2).lightness()
        assert image.pixelColor(0, 0).alpha() == 0


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("desktop-file-validate", ["timbre-studio.desktop"]),
        ("appstreamcli", ["validate", "--no-net", "timbre-studio.metainfo.xml"]),
    ],
)
def test_the_tools_of_the_desktop_accept_them(tool: str, arguments: list[str]):
    if not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    subprocess.run([tool, *arguments], cwd=PACKAGING, check=True, capture_output=True)

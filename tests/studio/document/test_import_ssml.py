from pathlib import Path

import pytest

from studio.document.errors import ProjectFileError
from studio.document.importing import import_script
from studio.document.script import Script


def test_ssml_becomes_lines_with_markup(tmp_path: Path) -> None:
    path = tmp_path / "剧本.ssml"
    path.write_text(
        '<speak><p>Read <phoneme alphabet="ipa" ph="ɹɛd">read</phoneme>.</p><p>Wait<break time="1s"/> <audio/>now.</p>'
        "</speak>",
        "utf-8",
    )
    imported = import_script(path, Script())
    assert [line.text for line in imported.lines] == ["Read [say ipa: ɹɛd]read[/].", "Wait[pause 1000ms] now."]
    assert imported.warnings == ("<audio> is not known here; its text is kept.",)


def test_what_is_no_ssml_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.ssml"
    path.write_text("<speak>", "utf-8")
    with pytest.raises(ProjectFileError, match=r"x\.ssml: This is no well-formed SSML"):
        import_script(path, Script())

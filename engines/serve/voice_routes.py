"""Voices: listing them, making one from a recording, and removing it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, File, Form, UploadFile
from starlette.responses import Response

from engines.serve.access import Cloner, Shared, Speaker
from engines.serve.bodies import ERRORS, NewVoice, Voice, VoiceList
from engines.serve.failures import RefusedError
from engines.serve.logs import log
from engines.voices.profile import VoiceProfile
from engines.voices.reference import prepare
from engines.voices.store import slug

router = APIRouter(prefix="/v1", responses=ERRORS)
_BLOCK = 1 << 20
_ELSEWHERE = "Whatever speaks for this server does not know its voices: let both use the same folder (TIMBRE_HOME)."
_FASTEST_SOURCE = 48_000
"""Hz."""


@router.get("/voices")
async def voices(_caller: Speaker, service: Shared) -> VoiceList:
    """List the voices."""
    listed = [Voice.of(info) for info in service.engine.voices.values()]
    return VoiceList(data=listed, default=service.voice_of(None), sample_rate=service.engine.sample_rate)


@router.post("/voices", status_code=201)
async def add_voice(
    caller: Cloner,
    service: Shared,
    file: Annotated[UploadFile, File(description="Three seconds of speech or more: WAV, FLAC, MP3, Ogg, …")],
    name: Annotated[str, Form(min_length=1, max_length=100, description="What the voice is called.")],
    owner: Annotated[
        str, Form(min_length=1, max_length=500, description="Whose voice it is, and that they agreed; kept with it.")
    ],
    language: Annotated[str, Form(max_length=20, description="Spoken in the recording.")] = "en-us",
) -> NewVoice:
    """Make a voice from a recording of somebody who agrees to it; it can be asked for at once."""
    limits = service.config.limits
    if not name.strip():
        raise RefusedError("bad_name", 400, "A voice needs a name: write at least one letter.", param="name")
    engine = service.engine
    with tempfile.TemporaryDirectory(prefix="timbre-upload-") as folder:
        # The name of the file is ours: nothing that a request says is ever a path.
        path = Path(folder) / "recording"
        size = 0
        with path.open("wb") as target:
            while block := await file.read(_BLOCK):
                size += len(block)
                if size > limits.upload_bytes:
                    message = "The recording is too large: send a shorter one."
                    raise RefusedError("too_large", 413, message, param="file")
                target.write(block)

        def make() -> tuple[VoiceProfile, list[str]]:
            profile, checks = _cloned(path, limits.upload_seconds, name.strip(), language, owner)
            kept = service.voices.add(profile)
            engine.refresh_voices()
            if kept.name not in engine.voices:
                service.voices.remove(kept.name)
                raise RefusedError("voices_elsewhere", 409, _ELSEWHERE)
            engine.warm_up(kept.name)
            return kept, checks

        profile, checks = await service.work(make)
    log("voice added", voice=profile.name, caller=caller.name)
    return NewVoice(voice=Voice.of(engine.voices[profile.name]), checks=checks)


@router.delete("/voices/{voice}", status_code=204, response_class=Response)
async def remove_voice(voice: str, caller: Cloner, service: Shared) -> Response:
    """Take a voice away that was made here."""
    if slug(voice) != voice:
        raise RefusedError("voice_not_found", 404, "There is no voice of that name to remove.", param="voice")
    engine = service.engine

    def remove() -> None:
        service.voices.remove(voice)
        engine.refresh_voices()

    await service.work(remove)
    log("voice removed", voice=voice, caller=caller.name)
    return Response(status_code=204)


def _cloned(path: Path, longest: float, title: str, language: str, owner: str) -> tuple[VoiceProfile, list[str]]:
    from engines.audio.reading import read_audio  # noqa: PLC0415
    from engines.voices.instant import InstantCloner  # noqa: PLC0415

    samples, rate = read_audio(path, longest=longest, fastest=_FASTEST_SOURCE)
    reference = prepare(samples, rate)
    checks = [check.message for check in reference.checks]
    if not reference.usable:
        raise RefusedError("unusable_recording", 400, checks[0], param="file")
    return InstantCloner.open(threads=1).clone(reference, title=title, language=language, owner=owner), checks

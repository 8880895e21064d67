"""What requests and answers hold, for the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from engines.audio.live_encoding import LiveFormat
from engines.models.base import VoiceInfo
from engines.text.lexicon import LONGEST_READING, LONGEST_WORD, Case, Entry, check_entry

SLOWEST, FASTEST = 0.5, 2.0


class ErrorDetails(BaseModel):
    """What went wrong."""

    message: str
    type: str
    param: str | None
    code: str
    request_id: str


class ErrorBody(BaseModel):
    """The answer to a request that failed."""

    error: ErrorDetails


ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": description}
    for status, description in (
        (400, "It cannot be done; the code says why."),
        (401, "There is no token, or it is not valid."),
        (403, "The token, or the page, does not allow it."),
        (404, "There is no such thing."),
        (408, "The body did not arrive in time."),
        (409, "It cannot be changed."),
        (413, "It is too large."),
        (415, "The body is no JSON."),
        (422, "A field is wrong; `param` says which."),
        (429, "Too much at once; `Retry-After` says when to try again."),
        (503, "Not ready, or ending; `Retry-After` says when to try again."),
    )
}


class VoiceReference(BaseModel):
    """A voice by its id, as newer clients of OpenAI's service give it."""

    id: str = Field(max_length=200)


class LexiconEntry(BaseModel):
    """How one word is read."""

    written: str = Field(max_length=LONGEST_WORD)
    reading: str = Field(max_length=LONGEST_READING, description="In any notation, such as `sequel` or `ipa: ɹɛd`.")
    language: str = Field("", max_length=20)
    notation: str = Field("", max_length=20)
    case: Case = Case.SMART
    note: str = Field("", max_length=300)

    def entry(self) -> Entry:
        """As it is kept. Raises LexiconError."""
        return check_entry(Entry(self.written, self.reading, self.language, self.notation, self.case, note=self.note))

    @classmethod
    def of(cls, entry: Entry) -> LexiconEntry:
        """For an answer."""
        return cls.model_construct(
            written=entry.written,
            reading=entry.reading,
            language=entry.language,
            notation=entry.notation,
            case=entry.case,
            note=entry.note,
        )


class SpeechBody(BaseModel):
    """What to say, and how."""

    input: str = Field(description="The text; it may have markup.")
    voice: Annotated[str, Field(max_length=200)] | VoiceReference | None = Field(
        None, description="From `/v1/voices`, or a name of OpenAI's, for which another voice stands in."
    )
    model: str = Field("timbre", max_length=200, description="Any name is good: there is one model.")
    response_format: LiveFormat = LiveFormat.MP3
    speed: float = Field(1.0, ge=SLOWEST, le=FASTEST, description="2.0 is twice as fast.")
    stream_format: Literal["audio", "sse"] = Field("audio", description="Bytes of audio, or server-sent events.")
    language: str | None = Field(None, max_length=20, description="Of the text; detected if not given.")
    lexicon: list[LexiconEntry] = Field(
        default_factory=list, max_length=200, description="Readings for this text alone; they go before all others."
    )

    @property
    def voice_name(self) -> str | None:
        """Of the voice, as it was asked for."""
        return self.voice.id if isinstance(self.voice, VoiceReference) else self.voice


class Voice(BaseModel):
    """A voice that can be asked for."""

    id: str
    title: str
    language: str
    gender: str
    kind: str
    """`stock`, `instant`, …"""

    @classmethod
    def of(cls, info: VoiceInfo) -> Voice:
        """For an answer."""
        return cls(
            id=info.name, title=info.title or info.name, language=info.language, gender=info.gender, kind=info.kind
        )


class VoiceList(BaseModel):
    """All of them."""

    data: list[Voice]
    default: str
    sample_rate: int
    """Of all speech, Hz."""


class NewVoice(BaseModel):
    """A voice made of a recording."""

    voice: Voice
    checks: list[str]
    """What may be wrong with the recording."""


class Model(BaseModel):
    """As OpenAI's service lists it."""

    id: str
    object: Literal["model"] = "model"
    owned_by: str = "timbre"


class ModelList(BaseModel):
    """The one model."""

    object: Literal["list"] = "list"
    data: list[Model]


class LexiconBody(BaseModel):
    """The lexicon of the server."""

    entries: list[LexiconEntry]


class Health(BaseModel):
    """How the server is."""

    status: Literal["starting", "ready", "draining"]
    active_streams: int
    waiting: int

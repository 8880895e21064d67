"""What a client says over the WebSocket, one JSON object a frame."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from engines.audio.live_encoding import LiveFormat
from engines.serve.bodies import FASTEST, SLOWEST, LexiconEntry
from engines.serve.failures import RefusedError


class Start(BaseModel):
    """Begin to speak; what is spoken still ends (barge-in)."""

    type: Literal["start"]
    id: str = Field("", max_length=64)
    """Comes back with all that is said about it."""
    voice: str | None = Field(None, max_length=200)
    language: str | None = Field(None, max_length=20)
    speed: float = Field(1.0, ge=SLOWEST, le=FASTEST)
    format: LiveFormat = LiveFormat.PCM
    marks: bool = False
    """Whether to tell when each word is heard."""
    lexicon: list[LexiconEntry] = Field(default_factory=list, max_length=200)
    """Readings for this text alone; they go before all others."""
    emotion: Any = None
    """This and what follows is checked by `engines.serve.wire_manner`."""
    names: Any = None
    """What words of the text's tags mean, and no others; those that the server knows, if not given."""
    edits: Any = None
    excerpt: Any = None
    slot: Any = None
    """The text is spoken when it is complete, then."""


class Text(BaseModel):
    """Go on with the text."""

    type: Literal["text"]
    text: str


class End(BaseModel):
    """The text is complete."""

    type: Literal["end"]


class Cancel(BaseModel):
    """Stop speaking."""

    type: Literal["cancel"]


class Ping(BaseModel):
    """Answered at once with a pong."""

    type: Literal["ping"]
    id: str = Field("", max_length=64)


Message = Start | Text | End | Cancel | Ping
_ADAPTER: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


def read_message(data: str) -> Message:
    """Raises RefusedError for what is none."""
    try:
        return _ADAPTER.validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"][1:])) or None
        raise RefusedError("wrong_message", 422, f"The message is wrong: {first['msg']}.", param=place) from None

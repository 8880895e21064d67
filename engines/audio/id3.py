"""The tags of MP3 files: libsndfile writes them in Latin-1, which has no Chinese and not even all of French."""

from __future__ import annotations

import struct

from engines.audio.formats import Tags

_UTF_16 = b"\x01"
_LANGUAGE = b"eng"
"""Of a comment, which has to have one."""


def id3_tag(tags: Tags, software: str) -> bytes:
    """What stands before the sound: ID3v2.3 (id3.org/id3v2.3.0), which all players read, with texts in UTF-16."""
    texts = ((b"TIT2", tags.title), (b"TPE1", tags.artist), (b"TALB", tags.album), (b"TSSE", software))
    frames = b"".join(_frame(name, _UTF_16 + _text(text)) for name, text in texts if text)
    if tags.comment:
        frames += _frame(b"COMM", _UTF_16 + _LANGUAGE + _text("") + b"\0\0" + _text(tags.comment))
    size = bytes(len(frames) >> shift & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\x03\x00\x00" + size + frames


def _frame(name: bytes, content: bytes) -> bytes:
    return name + struct.pack(">IH", len(content), 0) + content


def _text(text: str) -> bytes:
    return b"\xff\xfe" + text.encode("utf-16-le", "replace")

"""Finding voices by words in any order, Chinese or English, whatever the language of the interface."""

from __future__ import annotations

from collections.abc import Mapping

from studio.voices import VoiceEntry

# What people call them; the names in the language of the interface are among the tags.
_LANGUAGE_WORDS: Mapping[str, str] = {
    "en-us": "english american us usa 英语 英文 美国 美式英语 美音",
    "en-gb": "english british uk gb england 英语 英文 英国 英式英语 英音",
    "zh": "chinese mandarin china putonghua 中文 汉语 普通话 国语 华语 中国",
    "ja": "japanese japan nihongo 日语 日文 日本语 日本 日本語",
    "es": "spanish spain español castellano 西班牙语 西语 西班牙文",
    "fr": "french france français 法语 法文 法国",
    "it": "italian italy italiano 意大利语 意语 意大利文",
    "pt-br": "portuguese brazilian brazil português brasil 葡萄牙语 葡语 巴西",
    "hi": "hindi india हिन्दी 印地语 印度",
}
_GENDER_WORDS: Mapping[str, str] = {
    "female": "female woman feminine 女 女声 女性 女生",
    "male": "male man masculine 男 男声 男性 男生",
}
_NAME_WORDS: Mapping[str, str] = {
    "af_nicole": "whisper 耳语 轻声",
    "zf_xiaobei": "晓北",
    "zf_xiaoni": "晓妮",
    "zf_xiaoxiao": "晓晓",
    "zf_xiaoyi": "晓伊",
    "zm_yunjian": "云健",
    "zm_yunxi": "云希",
    "zm_yunxia": "云夏",
    "zm_yunyang": "云扬",
}
_LONGEST = 12
"""Characters without a space that are still taken apart."""
_FAVOURITE_WORDS = "favourite favorite starred 收藏"


def words_of(entry: VoiceEntry) -> frozenset[str]:
    """Everything that a voice can be found by."""
    text = " ".join(
        (
            entry.name,
            entry.name.replace("_", " "),
            entry.title,
            entry.language,
            *entry.tags,
            _LANGUAGE_WORDS.get(entry.language, ""),
            _GENDER_WORDS.get(entry.gender, ""),
            _NAME_WORDS.get(entry.name, ""),
            _FAVOURITE_WORDS if entry.favourite else "",
        )
    )
    return frozenset(word.strip("()（）,，") for word in text.casefold().split())


def matches(words: frozenset[str], query: str) -> bool:
    """Whether each word of `query` begins one of `words`; an empty query matches everything.

    Beginnings, since "male" is not meant to find "female". Chinese is written without spaces, so that 中文女声 is taken
    apart.
    """
    return all(_found(words, part) for part in query.casefold().replace("，", " ").replace(",", " ").split())


def _found(words: frozenset[str], part: str) -> bool:
    if any(word.startswith(part) for word in words):
        return True
    if part.isascii() or len(part) > _LONGEST:
        return False
    reached = {0}
    for end in range(1, len(part) + 1):
        if any(word.startswith(part[start:end]) for start in reached for word in words):
            reached.add(end)
    return len(part) in reached

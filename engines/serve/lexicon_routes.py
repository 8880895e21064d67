"""The lexicon of the server: how words are read in all that it says."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from engines.serve.access import LexiconEditor, Shared, Speaker
from engines.serve.bodies import ERRORS, LexiconBody, LexiconEntry
from engines.serve.failures import RefusedError
from engines.text.lexicon import LONGEST_WORD, Entry, Lexicon

router = APIRouter(prefix="/v1", responses=ERRORS)
_MOST_ENTRIES = 20_000


@router.get("/lexicon")
async def lexicon(_caller: Speaker, service: Shared) -> LexiconBody:
    """List the entries."""
    return _body(service.lexicon)


@router.post("/lexicon")
async def put_entry(body: LexiconEntry, _caller: LexiconEditor, service: Shared) -> LexiconBody:
    """Add an entry, in the place of that for the same word."""
    entry = body.entry()

    def change(before: Lexicon) -> Lexicon:
        after = before.with_entry(entry)
        if len(after) > _MOST_ENTRIES:
            raise RefusedError("lexicon_full", 409, f"The lexicon has {_MOST_ENTRIES} entries: remove some.")
        return after

    service.take_lexicon(await service.work(lambda: service.lexicon_store.change(change)))
    return _body(service.lexicon)


@router.delete("/lexicon")
async def remove_entry(
    _caller: LexiconEditor,
    service: Shared,
    written: Annotated[str, Query(max_length=LONGEST_WORD, description="The word.")],
    language: Annotated[str, Query(max_length=20)] = "",
) -> LexiconBody:
    """Remove the entry of a word."""
    key = Entry(written, "", language).key

    def change(before: Lexicon) -> Lexicon:
        gone = [entry for entry in before if entry.key == key]
        if not gone:
            raise RefusedError("entry_not_found", 404, "There is no entry for this word.", param="written")
        return before.without(gone)

    service.take_lexicon(await service.work(lambda: service.lexicon_store.change(change)))
    return _body(service.lexicon)


def _body(lexicon: Lexicon) -> LexiconBody:
    return LexiconBody(entries=[LexiconEntry.of(entry) for entry in lexicon])

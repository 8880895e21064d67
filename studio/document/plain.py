"""Frozen dataclasses to and from what JSON can say, strictly: a value of a wrong type is refused, never guessed at.

Fields that have their default are left out, unknown ones are ignored and missing ones take their default, so that a
class may gain fields without making older files unreadable. Of a dataclass that occurs in tuples, each is a list of its
fields in order, since there may be many; a named tuple is a list anywhere.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from engines.prosody.example import Example

T = TypeVar("T")
Check = Callable[[object], Any]
_NAMES = {"Example": Example}
"""Of types that their users import for type checking alone."""


class MisfitError(Exception):
    """A value that does not fit: says which field, for those who look for the fault."""


class _Field(NamedTuple):
    name: str
    read: Check
    write: Callable[[Any], Any]
    default: object


def to_plain(value: Any) -> dict[str, Any]:
    """The fields of a dataclass; nested ones and tuples become dicts and lists."""
    plain = {}
    described: Any = type(value)
    for field in _fields(described):
        content = getattr(value, field.name)
        if content != field.default:
            plain[field.name] = field.write(content)
    return plain


def from_plain(kind: type[T], plain: object) -> T:
    """The dataclass that `to_plain` took apart. Raises `MisfitError`."""
    if not isinstance(plain, Mapping):
        raise MisfitError(f"{kind.__name__}: not an object")
    values = {}
    described: Any = kind
    for field in _fields(described):
        if field.name in plain:
            try:
                values[field.name] = field.read(plain[field.name])
            except MisfitError as error:
                raise MisfitError(f"{kind.__name__}.{field.name}: {error}") from None
        elif field.default is MISSING:
            raise MisfitError(f"{kind.__name__}.{field.name}: missing")
    try:
        return kind(**values)
    except ValueError as error:  # a class may be stricter than its types
        raise MisfitError(f"{kind.__name__}: {error}") from None


@cache
def _fields(kind: type) -> tuple[_Field, ...]:
    hints = get_type_hints(kind, localns=_NAMES)
    return tuple(
        _Field(field.name, _reader(hints[field.name]), _writer(hints[field.name]), field.default)
        for field in fields(kind)
    )


def _reader(hint: Any) -> Check:
    simple: dict[object, Check] = {str: _text, float: _number, int: _integer}
    if hint in simple:
        return simple[hint]
    if is_dataclass(hint) and isinstance(hint, type):
        return lambda value: from_plain(hint, value)
    if get_origin(hint) in (Union, types.UnionType):
        inner = _reader(next(kind for kind in get_args(hint) if kind is not types.NoneType))
        return lambda value: None if value is None else inner(value)
    if _is_named_tuple(hint):
        hints = get_type_hints(hint)
        parts = tuple(_reader(hints[name]) for name in hint._fields)
        return lambda value: hint(*[read(part) for read, part in zip(parts, _list(value, len(parts)), strict=True)])
    if get_origin(hint) is tuple:
        kinds = get_args(hint)
        if kinds[-1] is Ellipsis:
            item = _row_reader(kinds[0]) if is_dataclass(kinds[0]) else _reader(kinds[0])
            return lambda value: tuple(item(part) for part in _list(value))
        readers = tuple(_reader(kind) for kind in kinds)
        return lambda value: tuple(read(part) for read, part in zip(readers, _list(value, len(readers)), strict=True))
    raise TypeError(f"{hint} cannot be kept in a file")


def _writer(hint: Any) -> Callable[[Any], Any]:
    if is_dataclass(hint):
        return to_plain
    if get_origin(hint) in (Union, types.UnionType):
        inner = _writer(next(kind for kind in get_args(hint) if kind is not types.NoneType))
        return lambda value: None if value is None else inner(value)
    if get_origin(hint) is tuple:
        kind = get_args(hint)[0]
        item = _row_writer(kind) if is_dataclass(kind) else _writer(kind)
        return lambda value: [item(part) for part in value]
    return _same


def _is_named_tuple(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def _row_reader(kind: Any) -> Check:
    described = _fields(kind)

    def read(row: object) -> Any:
        values = _list(row)
        if len(values) < len(described):
            raise MisfitError("a field is missing")
        return kind(*[field.read(value) for field, value in zip(described, values)])  # noqa: B905 may have more

    return read


def _row_writer(kind: Any) -> Callable[[Any], list[Any]]:
    described = _fields(kind)
    return lambda item: [field.write(getattr(item, field.name)) for field in described]


def _same(value: object) -> object:
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise MisfitError("not a text")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise MisfitError("not a number")
    try:
        number = float(value)
    except OverflowError:  # JSON has integers of any size
        raise MisfitError("too large") from None
    if not math.isfinite(number):
        raise MisfitError("not a number")
    return number


def _integer(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise MisfitError("not a whole number")
    return value


def _list(value: object, length: int | None = None) -> list[object]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise MisfitError("not a list of the right length")
    return value

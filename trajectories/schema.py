"""Checks JSON data against type hints, so that one set of dataclasses is the whole schema."""

import json
import math
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)


class RecordError(ValueError):
    """A record, a record file or a trace that cannot be used; the message names the place."""


def check(value: Any, hint: Any, where: str) -> Any:
    """`value` (parsed JSON) as an instance of `hint`.

    Understands str, int, float, Any, Literal, `T | None`, list, dict with string keys, TypedDicts
    (at least their keys), Annotated (what it says is checked), dataclasses (exactly their fields,
    less those with a default) and unions of dataclasses that a field `event` tells apart. Every
    number in a record is a count, an id, a time or a score, so numbers are finite and never
    negative.

    Raises RecordError naming the field by its path, such as `events[3].metrics.ttft_s`.
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return value
    if origin is Annotated:
        return check(value, arguments[1], where)
    if origin is NotRequired:
        return check(value, arguments[0], where)
    if origin is Literal:
        if not isinstance(value, str) or value not in arguments:
            raise _unexpected(where, "one of " + ", ".join(arguments), value)
        return value
    if origin in (Union, UnionType):
        if value is None and NoneType in arguments:
            return None
        return check(value, _member(value, arguments, where), where)
    if origin is list:
        _expect(isinstance(value, list), where, "a list", value)
        return [check(item, arguments[0], f"{where}[{i}]") for i, item in enumerate(value)]
    if origin is dict:
        _expect(isinstance(value, dict), where, "an object", value)
        return {key: check(item, arguments[1], f"{where}.{key}") for key, item in value.items()}
    if is_typeddict(hint):
        _expect(isinstance(value, dict), where, "an object", value)
        return value | _check_fields(value, get_type_hints(hint, include_extras=True), where)
    if is_dataclass(hint):
        assert isinstance(hint, type)
        _expect(isinstance(value, dict), where, "an object", value)
        hints = get_type_hints(hint, include_extras=True)
        for key in value.keys() - {field.name for field in fields(hint)}:
            raise RecordError(f"{_path(where, key)}: unknown field")
        given = [field for field in fields(hint) if field.name in value or field.default is MISSING]
        return hint(
            **_check_fields(value, {field.name: hints[field.name] for field in given}, where)
        )
    if hint is str:
        _expect(isinstance(value, str), where, "a string", value)
        return value
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        _expect(number and isinstance(value, int), where, "a whole number", value)
    else:
        _expect(number and abs(value) < math.inf, where, "a number", value)
    _expect(value >= 0, where, "a number that is not negative", value)
    return hint(value)


def parse(text: str | bytes, hint: Any, where: str) -> Any:
    """The same of JSON text. Raises RecordError for what is none, too."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise RecordError(f"{where}: {error}") from error
    return check(data, hint, where)


def _member(value: Any, arguments: tuple[Any, ...], where: str) -> Any:
    """The type that a union means: the one beside None, or the one that `value` is tagged as."""
    members = [argument for argument in arguments if argument is not NoneType]
    if len(members) == 1:
        return members[0]
    _expect(isinstance(value, dict), where, "an object", value)
    tags = {get_args(get_type_hints(member)["event"])[0]: member for member in members}
    tag = value.get("event")
    if not isinstance(tag, str) or tag not in tags:
        raise _unexpected(_path(where, "event"), "one of " + ", ".join(tags), tag)
    return tags[tag]


def _check_fields(value: dict[str, Any], hints: dict[str, Any], where: str) -> dict[str, Any]:
    for name in hints:
        if name not in value and get_origin(hints[name]) is not NotRequired:
            raise RecordError(f"{_path(where, name)}: missing")
    return {
        name: check(value[name], hint, _path(where, name))
        for name, hint in hints.items()
        if name in value
    }


def _path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _expect(condition: bool, where: str, wanted: str, value: Any) -> None:
    if not condition:
        raise _unexpected(where, wanted, value)


def _unexpected(where: str, wanted: str, value: Any) -> RecordError:
    shown = repr(value)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    return RecordError(f"{where or 'record'}: expected {wanted}, got {shown}")

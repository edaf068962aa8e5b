"""The options of a game: what a header states, read into the game's Struct of options with its defaults."""

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields

from engine.clause import UnknownOption, Unsupported, Violation, in_json
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.plugins import part
from events.problems import LogProblem

T = TypeVar("T")
Values = Mapping[str, Sequence[Any]]
SWITCH = (False, True)


def read_options(kind: Callable[..., T], stated: Mapping[str, Any], values: Values | None = None) -> T:
    """The options that a header states, as a Struct; options it does not state have the Struct's defaults.

    A field whose type is a Literal, or one listed in `values` (such as the maps of the component tables), takes only
    those values. Raises Unsupported, naming the option, the value and what is allowed, for an unknown option or value;
    raises Unreadable for a value of a wrong type.
    """
    hints, literals = _hints(kind), _literals(kind)
    for option, value in stated.items():
        if option not in hints:
            raise UnknownOption(option, value, tuple(sorted(hints)))
        listed = (values or {}).get(option, literals.get(option))
        if listed:
            if not any(value == each and type(value) is type(each) for each in listed):
                raise Unsupported(option, value, tuple(listed))
            continue
        try:
            msgspec.convert(value, hints[option])
        except msgspec.ValidationError as error:
            raise wrong(option, value, _expected(str(error))) from None
    options: T = msgspec.convert(dict(stated), kind)
    return options


_KINDS = {"int": "a whole number", "bool": "true or false", "str": "text", "array": "a list", "object": "an object"}


def _expected(error: str) -> str:
    """What a value must be, in words: msgspec names its type and, within a list or an object, the place."""
    kind, _, place = error.removeprefix("Expected ").replace("`", "").partition(" - at ")
    words = kind.partition(", got ")[0]
    return f"{_KINDS.get(words, words)}{f' at {place}' if place else ''}"


def as_typed(problem: LogProblem, typed: Container[str]) -> str:
    """A refused option in the words of the command line: found --option NAME=VALUE, expected the allowed values.

    Empty if the problem does not concern an option that was `typed`. For a Violation, its cause is examined.
    """
    if isinstance(problem, Violation):
        cause = problem.__cause__
        return as_typed(cause, typed) if isinstance(cause, Unsupported | Unreadable) else ""
    if isinstance(problem, Unsupported):
        if problem.option not in typed:
            return ""
        expected = f"one of {problem.supported}" if problem.allowed else "another one"
        return f"found --option {problem.option}={in_json(problem.value)}, expected {expected}"
    assert isinstance(problem, Unreadable)
    _, is_option, option = problem.path.partition("$.options.")
    found = problem.found.removeprefix("'").removesuffix("'")
    if not is_option or option not in typed:
        return ""
    return f"found --option {option}={found}, expected {problem.expected}"


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def allowed_values(kind: Any, values: Values | None = None) -> dict[str, tuple[Any, ...]]:
    """Option -> all its values, for those options whose values can be listed."""
    switches = {name: SWITCH for name, hint in _hints(kind).items() if hint is bool}
    return switches | _literals(kind) | {name: tuple(allowed) for name, allowed in (values or {}).items()}


@cache
def _literals(kind: Any) -> dict[str, tuple[Any, ...]]:
    return {name: get_args(hint) for name, hint in _hints(kind).items() if get_origin(hint) is Literal}


def options_of_game(game: str) -> dict[str, tuple[Any, ...]]:
    """Option -> its values (empty if they cannot be listed), for a game that uses `read_options`.

    Raises Unreadable if there is no such game.
    """
    module = part(part("engine.games", ruleset(game).id).__name__, "options")
    if not hasattr(module, "Options"):
        return {}
    listed = allowed_values(module.Options, getattr(module, "VALUES", None))
    return {name: listed.get(name, ()) for name in sorted(_hints(module.Options))}


def wrong(option: str, value: Any, expected: str) -> Unreadable:
    """The error for a value that an option cannot have: found `value`, expected the description given."""
    return Unreadable(
        repr(value) if isinstance(value, str) else str(value), expected, line=1, path=f"$.options.{option}"
    )


def stated_options(options: Any) -> dict[str, Any]:
    """What a header has to state for these options: those that differ from the default, with lists for tuples."""
    plain = msgspec.json.decode(msgspec.json.encode(options))
    defaults = _defaults(options.__class__)
    return {name: plain[name] for name, default in defaults.items() if getattr(options, name) != default}


@cache
def _defaults(kind: Any) -> dict[str, Any]:
    """The values that the fields of a Struct of options have if a header states nothing."""
    return {
        field.name: field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        for field in fields(kind)
    }


def draw_options(kind: type, rng: Random, default_share: float, values: Values | None = None) -> dict[str, Any]:
    """For self-play: randomly drawn options; each keeps its default with probability `default_share`.

    Only options whose values can be listed are drawn.
    """
    drawn = {}
    for name, allowed in sorted(allowed_values(kind, values).items()):
        if rng.random() >= default_share:
            drawn[name] = rng.choice(allowed)
    return drawn

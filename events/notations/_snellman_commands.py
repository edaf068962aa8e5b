"""The command language of terra.snellman.net: what players enter, and what its ledgers have in their last column.

Grammar only (TM-17.1): the command with its words and numbers. Names stay as the site writes them, in lower case
(tiles, cards and cults in upper case).
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from events.log.codec import Unreadable

_N = r"(?P<n>\d+)? ?"
_HEX = r"[a-z]\d+"
_RESOURCE = r"(?:coins?|workers?|priests?|power|pw|vp|c|w|p)"
_CULT = r"(?:fire|water|earth|air)"
_COLOR = r"(?:yellow|brown|black|blue|green|gray|grey|red|ice|volcano)"

_RESOURCES = {
    "c": "c",
    "coin": "c",
    "coins": "c",
    "w": "w",
    "worker": "w",
    "workers": "w",
    "p": "p",
    "priest": "p",
    "priests": "p",
    "pw": "pw",
    "power": "pw",
    "vp": "vp",
}
_STRUCTURES = {
    "tp": "TP",
    "te": "TE",
    "sh": "SH",
    "sa": "SA",
    "trading post": "TP",
    "temple": "TE",
    "stronghold": "SH",
    "sanctuary": "SA",
}


class Command(Struct, frozen=True, gc=False):
    """One command: a `verb` and its arguments.

    `what` is a tile, card, action, structure, cult, colour, resource or faction; `where` and `to` are hexes (for
    conversions `to` is a resource); `n` and `to_n` are numbers, 0 where none is written and none is implied.
    """

    verb: str
    what: str = ""
    n: int = 1
    where: str = ""
    to: str = ""
    to_n: int = 1


def _number(text: str | None, default: int = 1) -> int:
    return int(text) if text else default


def _convert(m: re.Match[str]) -> Command:
    give, get = _RESOURCES[m["give"]], _RESOURCES[m["get"]]
    return Command("convert", give, _number(m["n"]), to=get, to_n=_number(m["to_n"]))


def _signed(m: re.Match[str]) -> Command:
    n = _number(m["n"])
    return Command("adjust", _RESOURCES[m["what"]], -n if m["sign"] == "-" else n)


def _effect(verb: str) -> Callable[[re.Match[str]], Command]:
    return lambda m: Command(verb)


_GIVEN_UP = "spade|free_tf|free_d|free_tp|bridge|convert_w_to_p|gain_favor|gain_p3_for_vp"

# The characters with which a form can begin, its pattern, and the command it becomes.
_FORMS: tuple[tuple[str, str, Callable[[re.Match[str]], Command]], ...] = (
    ("l", r"leech (?P<n>\d+)(?: from (?P<f>\w+))?", lambda m: Command("leech", m["f"] or "", int(m["n"]))),
    (
        "d",
        r"decline(?: (?P<n>\d+))?(?: from (?P<f>\w+))?",
        lambda m: Command("decline", m["f"] or "", _number(m["n"], 0)),
    ),
    ("b", rf"build (?P<h>{_HEX})", lambda m: Command("build", where=m["h"].upper())),
    (
        "u",
        rf"upgrade (?P<h>{_HEX}) to (?P<to>{'|'.join(_STRUCTURES)})",
        lambda m: Command("upgrade", _STRUCTURES[m["to"]], where=m["h"].upper()),
    ),
    (
        "t",
        rf"transform (?P<h>{_HEX})(?: to (?P<k>{_COLOR}))?",
        lambda m: Command("transform", (m["k"] or "").replace("grey", "gray"), where=m["h"].upper()),
    ),
    ("d", r"dig(?: (?P<n>\d+))?", lambda m: Command("dig", n=_number(m["n"]))),
    (
        "s",
        rf"send (?:p|priest) to (?P<c>{_CULT})(?: for (?P<n>\d+))?",
        lambda m: Command("send", m["c"].upper(), _number(m["n"], 0)),
    ),
    ("a", r"action (?P<a>\w+)", lambda m: Command("action", m["a"].upper())),
    ("b", r"burn(?: (?P<n>\d+))?", lambda m: Command("burn", n=_number(m["n"]))),
    (
        "c",
        rf"convert {_N}(?P<give>{_RESOURCE}) to ?(?P<to_n>\d+)? ?(?P<get>{_RESOURCE})",
        _convert,
    ),
    ("p", r"pass(?: (?P<b>bon\d+))?", lambda m: Command("pass", (m["b"] or "").upper())),
    ("+", r"\+(?P<b>bon\d+)", lambda m: Command("card", m["b"].upper())),
    ("a", r"advance (?P<t>ship|dig)\w*", lambda m: Command("advance", m["t"])),
    (
        "+",
        r"\+(?P<n>\d*)(?P<t>(?:fav|tw)\d+)",
        lambda m: Command("tile", m["t"].upper(), _number(m["n"])),
    ),
    ("+", rf"\+(?P<n>\d*)(?P<c>{_CULT})", lambda m: Command("cult", m["c"].upper(), _number(m["n"]))),
    ("-", rf"-(?P<n>\d*)(?P<c>{_CULT})", lambda m: Command("lose_cult", m["c"].upper(), _number(m["n"]))),
    (
        "b",
        rf"bridge (?P<a>{_HEX}):(?P<b>{_HEX})(?: allow_illegal)?",
        lambda m: Command("bridge", where=m["a"].upper(), to=m["b"].upper()),
    ),
    ("c", r"convert 2 ?(?:w|workers?) to bridge", lambda m: Command("action", "ACTE")),
    ("c", r"connect (?P<r>r\d+)", lambda m: Command("connect", where=m["r"])),
    ("c", rf"connect (?P<h>{_HEX}(?::{_HEX}){{1,2}})", lambda m: Command("connect", where=m["h"].upper())),
    ("-", rf"-(?P<n>\d*)(?P<x>{_GIVEN_UP})", lambda m: Command("give_up", m["x"].upper(), _number(m["n"]))),
    ("w", r"wait", _effect("wait")),
    ("d", r"done", _effect("done")),
    ("s", r"setup", _effect("setup")),
    ("o", r"other_income_for_faction", _effect("other_income")),
    ("c", r"cult_income_for_faction", _effect("cult_income")),
    ("ai", r"(?:(?:all_)?income_for_faction|income)", _effect("all_income")),
    ("[", r"\[opponent accepted power\]", _effect("opponent_accepted")),
    ("[", r"\[all opponents declined power\]", _effect("all_declined")),
    ("+v", r"(?:\+(?P<n>\d+))?vp for (?P<s>[\w-]+)", lambda m: Command("final_vp", m["s"], _number(m["n"], 0))),
    ("s", r"score_resources", _effect("score_resources")),
    ("rd", r"(?:resign|drop-faction (?P<f>\w+))", lambda m: Command("drop", m["f"] or "")),
    ("+-", rf"(?P<sign>[+-])(?P<n>\d*)(?P<what>{_RESOURCE})(?: for .*)?", _signed),
    ("g", r"gain p3 for vp", _effect("gain_token")),
    ("p", rf"pick-color (?P<k>{_COLOR})", lambda m: Command("color", m["k"].replace("grey", "gray"))),
    ("u", r"unlock-terrain (?P<k>[\w-]+)", lambda m: Command("unlock", m["k"].replace("grey", "gray"))),
)
_FORMS_BY_START = {
    character: [(pattern, build) for starts, pattern, build in _FORMS if character in starts]
    for character in sorted({character for starts, _, _ in _FORMS for character in starts})
}
_compiled = cache(re.compile)  # when first tried: a log tries two thirds of them
_BLANKS = re.compile(r"\s+")
_NEXT_TO_SIGN = re.compile(r" ?([:+-]) ?")


@lru_cache(maxsize=16384)
def parse_command(text: str) -> Command:
    """One command (TM-17.1.1: in any case, with any blanks). Raises Unreadable for any other text."""
    plain = _BLANKS.sub(" ", text.strip().lower())
    for candidate in (plain, _NEXT_TO_SIGN.sub(r"\1", plain)):
        for pattern, build in _FORMS_BY_START.get(candidate[:1], ()):
            if match := _compiled(pattern).fullmatch(candidate):
                return build(match)
    raise Unreadable(f"the command {text.strip()!r}", "a command of the moderator")


@lru_cache(maxsize=16384)
def parse_commands(text: str) -> tuple[Command, ...]:
    """The commands of a cell, separated by full stops."""
    return tuple(parse_command(part) for part in text.split(".") if part.strip())


def reordered(commands: list[Command]) -> tuple[Command, ...]:
    """The commands of one line in the order in which the moderator takes them: TM-17.1.2."""
    answers = [command for command in commands if command.verb in ("leech", "decline")]
    acts = [command for command in commands if command.verb not in ("leech", "decline")]
    ordered: list[Command] = []
    for command in acts:
        before = ordered[-1] if ordered else None
        if command.verb == "card":  # `pass. +BON1`, and in the setup `+BON1` alone
            if before is not None and before == Command("pass"):
                ordered.pop()
            ordered.append(Command("pass", command.what))
        elif before is not None and (before.verb, command.verb) in _SWAPPED:
            ordered.insert(len(ordered) - 1, command)
        elif before is not None and _is_same_step(before, command):
            ordered[-1] = replace(before, n=before.n + command.n)
        elif command.verb == "bridge" and before == Command("adjust", "w", -2):
            ordered[-1:] = [Command("action", "ACTE"), command]
        else:
            ordered.append(command)
    return (*answers, *ordered)


_SWAPPED = {("build", "transform"), ("pass", "convert"), ("dig", "action")}


def _is_same_step(first: Command, second: Command) -> bool:
    return first.verb in ("cult", "tile") and first.verb == second.verb and first.what == second.what

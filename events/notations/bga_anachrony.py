"""Packets of Board Game Arena for the game `anachrony`: AN-16.1 to AN-16.23 of its rulebook. Grammar only.

The answer about the table (`table`, with its options) and the side facts of AN-16.9 (`gamedatas`) may accompany the
packets. A packet's number serves as its line.
"""

import re
from functools import cache, cached_property, lru_cache
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.json import Decoder

from events.log.codec import Unreadable
from events.log.nesting import decoded
from events.notations._bga_packets import FRAMEWORK, PACKETS, STATE, Entry, Player, answer_of, archive, integer

GAME = "anachrony"
READS_BYTES = True
_OWN = re.compile(
    r'"(?:choosepath|chooseleader|newworker|newpath|revealbuilding|newturn|setparadox|newanomaly|returnblocked'
    r'|finalscore)\\?"'
    r'|"(?:selectrow\d|leader_\d+_\d|(?:worker|exosuit|vortex|breakthrough|mineres)_\d+|(?:awake|sleeping)_\d+'
    r"|res_\d+_[1-6]\b|ph(?:mine|council|construct|recruit|research)_\d|ph(?:supply|force)_\d|phpower\d_"
    r"|phbuilding\d|chronologyTokens)"
)

UNDO = "undoRestorePoint"
WITH_MEANING = frozenset(
    [
        UNDO,
        "resetInterfaceWithAllDatas",
        "tableInfosChanged",
        "playerConcedeGame",
        "tableDecision",
        "zombieBack",
        "skipTurnOfPlayer",
        "allPlayersAreZombie",
    ]
)
"""AN-16.7: the framework's entries that a reading uses."""
OF_THE_GAME = frozenset(
    [
        "choosepath",
        "chooseleader",
        "newturn",
        "note",
        "text",
        "move",
        "remove",
        "counter",
        "counterid",
        "setparadox",
        "newworker",
        "newpath",
        "revealbuilding",
        "newanomaly",
        "impact",
        "returnblocked",
        "finalscore",
    ]
)
"""AN-16.20: the types of the game's own program."""
_READ = OF_THE_GAME | WITH_MEANING
_NO_ARGS: dict[str, Any] = {}
_KNOWN = _READ | FRAMEWORK

PROMPT_STATES = (2, 5, 8, 9, 99)
SIDES_STATE = 4
"""AN-16.9: this state holds the side facts of a table with chosen Paths."""
_DIGITS = [
    "neutronium",
    "gold",
    "uranium",
    "titanium",
    "water",
    "energy_core",
    "administrator",
    "engineer",
    "genius",
    "scientist",
    "powered_exosuit",
    "vp",
    "paradox",
    "morale",
]


class Prompt(Struct, frozen=True, dict=True):
    """AN-16.8: a prompt to a player; what it shows is long and seldom asked for, and is decoded on demand."""

    state: int
    player: str
    shown: Raw

    @cached_property
    def keys(self) -> dict[str, Raw]:
        """The keys of `selectable`, with what is written at them."""
        try:
            return _decode_shown(self.shown).selectable
        except msgspec.ValidationError:  # nothing can be selected
            return {}

    def targets(self, key: str) -> tuple[str, ...]:
        """The second clicks after a key."""
        value = decoded(self.keys[key])
        targets = value.get("target") if isinstance(value, dict) else None
        if isinstance(targets, dict):
            targets = list(targets) + list(targets.values())
        return tuple(map(str, targets)) if isinstance(targets, list) else ()

    @property
    def is_savepoint(self) -> bool:
        """AN-16.8: whether an undo returns to this prompt."""
        keys = self.keys
        if self.state != 5:
            return False
        if "Pass" in keys:
            return True
        if "Finish" in keys:
            return "Undo" not in keys
        if "Skip" in keys and any(key.startswith("ph") and not key.startswith("phbuilding1") for key in keys):
            return True
        return "Skip" in keys and "Undo" not in keys and _is_ability(keys)


def _is_ability(keys: dict[str, Raw]) -> bool:
    return any(key.startswith("res") for key in keys)


class Block(Struct, frozen=True):
    """AN-16.8: the entries of one request, and the prompt that ends it, if the log has state entries."""

    entries: list[Entry]
    prompt: Prompt | None


class Document(Struct, frozen=True):
    """The blocks in order; the players; the options by number; the side facts, if there are any.

    `undone`: an undo is marked. `found` is a cache for the reading: results by name.
    """

    blocks: list[Block]
    players: list[Player]
    options: dict[str, str]
    sides: list[dict[str, Any]]
    scores: dict[str, int]
    undone: bool
    found: dict[str, Any] = {}


def sniff(head: str) -> bool:
    """Whether a text begins like packets of this game."""
    return PACKETS.match(head) is not None and _OWN.search(head) is not None


def parse(text: str | bytes) -> Document:
    """The document of a text. Raises Unreadable if it is not JSON, not of this shape, or has unknown entries."""
    found = archive(text, _answer(), _arguments)
    kinds = {entry.type for entry in found.entries}
    if not kinds <= _KNOWN:
        entry = next(entry for entry in found.entries if entry.type not in _KNOWN)
        where = f"uid {entry.uid}"
        raise Unreadable(f"the notification {entry.type}", "one of the game", line=entry.packet, path=where)
    options, scores = _table(found.envelope.get("table"))
    sides = [_sides(found.envelope.get("gamedatas"))] if "gamedatas" in found.envelope else []
    states = (entry.args for entry in found.entries if entry.type == STATE)
    sides += [_sides(args["args"]) for args in states if isinstance(args.get("args"), dict)]
    players = found.players or _named(found.entries)
    return Document(_blocks(found.entries), players, options, sides, scores, UNDO in kinds)


class _State(Struct, gc=False):
    """A state of the game's program: its arguments are the longest of all, and are decoded on demand."""

    id: Any = None
    active_player: Any = None
    args: Raw = Raw(b"null")


class _Shown(Struct, gc=False):
    """The arguments of a prompt."""

    selectable: dict[str, Raw] = {}


_decode_state = Decoder(_State).decode
_decode_shown = Decoder(_Shown).decode


@cache
def _answer() -> Any:
    """The type of an answer."""
    return answer_of(
        {**dict.fromkeys(FRAMEWORK, Raw), **dict.fromkeys(_READ, dict[str, Any] | list[Any]), STATE: _State}
    )


def _arguments(kind: str, args: Any) -> dict[str, Any] | None:
    """The arguments of a notification, as far as they are read. Raises DecodeError."""
    if type(args) is dict:  # the common case
        return args
    if kind == STATE:
        try:
            return _of_state(args if type(args) is _State else _decode_state(args))
        except msgspec.ValidationError:
            return None
    if kind in FRAMEWORK:
        return None
    if type(args) is Raw:
        args = decoded(args) if kind in _READ else _NO_ARGS
    return args if isinstance(args, dict) else {"list": args}


def _of_state(state: _State) -> dict[str, Any] | None:
    """A `prompt`; of the state before a game with chosen Paths the side facts, as `args`; nothing of other states."""
    number = integer(state.id)
    if number == SIDES_STATE:
        return {"args": decoded(state.args)}
    if number is None or number not in PROMPT_STATES:
        return None
    return {"prompt": Prompt(number, str(state.active_player or ""), state.args)}


def _sides(value: Any) -> dict[str, Any]:
    if isinstance(value, dict) and isinstance(value.get("data"), dict):
        value = value["data"]
    if not isinstance(value, dict) or "players" not in value:
        raise Unreadable(f"{value!r}"[:60], "the object gamedatas with players", line=1, path="gamedatas")
    return value


def _blocks(entries: list[Entry]) -> list[Block]:
    """AN-16.8: cut at prompts; without state entries at packets."""
    blocks: list[Block] = []
    current: list[Entry] = []
    for entry in entries:
        prompt = entry.args.get("prompt") if entry.type == STATE else None
        if current and prompt is None and entry.packet != current[-1].packet:
            blocks.append(Block(current, None))
            current = []
        if entry.type in _READ:
            current.append(entry)
        elif prompt is not None:
            blocks.append(Block(current, prompt))
            current = []
    if current:
        blocks.append(Block(current, None))
    return blocks


def _named(entries: list[Entry]) -> list[Player]:
    """The players of a bare list of packets: those named with id and name."""
    found: dict[str, Player] = {}
    for entry in entries:
        if entry.has("player_id") and entry.has("player_name"):
            player = Player(entry.word("player_id"), entry.word("player_name"))
            found.setdefault(player.id, player)
    return list(found.values())


def _table(table: Any) -> tuple[dict[str, str], dict[str, int]]:
    """The options of a table (number -> value) and its result (player id -> score); empty where it has none."""
    if isinstance(table, dict) and isinstance(table.get("data"), dict):
        table = table["data"]
    if not isinstance(table, dict):
        return {}, {}
    stated = table.get("options")
    options = {
        str(key): str(value.get("value") if isinstance(value, dict) else value)
        for key, value in (stated.items() if isinstance(stated, dict) else ())
    }
    result = table.get("result")
    lines = result.get("player", []) if isinstance(result, dict) else []
    found = [each for each in (lines if isinstance(lines, list) else []) if isinstance(each, dict)]
    scores = {str(each.get("player_id")): integer(each.get("score")) for each in found}
    return options, {player: score for player, score in scores.items() if score is not None}


# ---- codes, pieces and places


def amounts(entry: Entry) -> dict[str, int]:
    """AN-16.11: the amounts that a code holds as the digits at 10^k. Raises Unreadable."""
    found = _amounts(entry.number("cost"))
    if found is None:
        raise entry.unreadable("cost", "a code of amounts")
    return found.copy()


@lru_cache(maxsize=4096)
def _amounts(code: int) -> dict[str, int] | None:
    digits = str(code)
    if code < 0 or len(digits) > len(_DIGITS) + 1 or digits[-1] != "0":
        return None
    return {_DIGITS[k - 1]: int(digit) for k, digit in enumerate(reversed(digits)) if digit != "0"}


class Piece(Struct, frozen=True):
    """AN-16.12: a piece: its kind and number; for a player's `moral`, `temporal` and `path`, the player."""

    kind: str
    number: str


_PIECE = re.compile(r"(worker|exosuit|vortex|breakthrough|building|superproject|mineres|moral|temporal|path)_(\d+)$")


def piece(entry: Entry, key: str) -> Piece:
    """The piece that an argument names. Raises Unreadable."""
    found = _piece(entry.word(key))
    if found is None:
        raise entry.unreadable(key, "a piece")
    return found


@lru_cache(maxsize=4096)
def _piece(written: str) -> Piece | None:
    match = _PIECE.match(written)
    return Piece(match[1], match[2]) if match is not None else None


class Place(Struct, frozen=True):
    """AN-16.13: a place: its kind, with the numbers, player or column that it names."""

    kind: str
    parts: tuple[str, ...] = ()


_PLACES = (
    ("awake", r"awake_(\d+)"),
    ("sleeping", r"sleeping_(\d+)"),
    ("exosuit", r"exosuit_(\d+)"),
    ("hidden_of", r"hidden(\d+)"),
    ("hidden", r"hidden"),
    ("slot", r"phpower(\d)_(\d+)"),
    ("hex", r"ph(construct|recruit|research|mine|council)_(\d)"),
    ("main", r"(purify|trade|evacuation)stack"),
    ("supply", r"phsupply_(\d+)"),
    ("force_workers", r"phforce_(\d+)"),
    ("leader", r"phleader(\d)"),
    ("anomaly", r"phbuilding515_(\d+)"),
    ("building", r"phbuilding([1-4]\d\d)"),
    ("superproject", r"phsuperproject(\d+)"),
    ("pile", r"phbuilding([1-4])([12])_null"),
    ("spot", r"phbuilding([1-4])([1-3])_(\d+)"),
    ("recruit_pool", r"phrecruitworker([1-4])"),
    ("focus", r"chronologyTokens(\d)"),
    ("timeline", r"phchronology(\d)(\d+)"),
    ("warp_supply", r"vortexs_(\d+)"),
    ("breakthroughs", r"breakthroughs_(\d+)"),
    ("banner", r"phfirstplayer"),
    ("evacuate", r"phevacuate(\d+)"),
    ("morale", r"moral_(\d+)_(\d+)"),
    ("travel", r"temporal_(\d+)_(\d+)"),
)


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    return [(kind, re.compile(pattern + "$")) for kind, pattern in _PLACES]


def place(entry: Entry, key: str, text: str | None = None) -> Place:
    """The place that an argument names, or a text in it. Raises Unreadable."""
    found = _place(entry.word(key) if text is None else text)
    if found is None:
        raise entry.unreadable(key, "a place")
    return found


@lru_cache(maxsize=4096)
def _place(written: str) -> Place | None:
    for kind, pattern in _patterns():
        match = pattern.match(written)
        if match is not None:
            return Place(kind, match.groups())
    return None

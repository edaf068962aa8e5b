"""Requests that were taken back (AN-16.46), and tables that a player left (AN-16.48)."""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from events.notations._bga_packets import Entry, integer
from events.notations.bga_anachrony import OF_THE_GAME, UNDO, Block, Document

_PHASES_WITH_ABILITIES = 6
_MOST_REQUESTS = 6
SUIT_CODE = 10**11


class Undo(NamedTuple):
    """An undo before the block with this number: how many of the blocks kept so far it leaves, by the rule.

    `others` are further numbers that may be meant where no state entries decide; `marked`: the log records the undo.
    """

    block: int
    packet: int
    left: int
    others: tuple[int, ...]
    marked: bool


class InForce(Struct, frozen=True, dict=True):
    """The blocks that count, and the undos applied to them."""

    blocks: list[Block]
    undos: list[Undo]

    @cached_property
    def entries(self) -> list[Entry]:
        """The entries of all blocks."""
        return [entry for block in self.blocks for entry in block.entries]

    @cached_property
    def choices(self) -> list[Entry]:
        """Those that choose Paths and leaders."""
        return [entry for entry in self.entries if entry.type in ("choosepath", "chooseleader")]


def in_force_by_rule(document: Document) -> InForce:
    """The blocks that count with every undo by the rule; found once."""
    if "in force" not in document.found:
        document.found["in force"] = in_force(document.blocks, {})
    found: InForce = document.found["in force"]
    return found


def in_force(blocks: list[Block], taken: Mapping[int, int]) -> InForce:
    """The blocks that count: without those that were taken back, up to where a player left.

    `taken`: block number -> how many blocks are left before it, where that deviates from the rule.
    """
    kept: list[Block] = []
    undos: list[Undo] = []
    savepoint = phase = 0
    asked: list[tuple[Block, int, int]] = []  # with prompts, since the last savepoint: the block, the phase, its place
    prompts = any(block.prompt is not None for block in blocks)
    for number, block in enumerate(blocks):
        kinds = {entry.type for entry in block.entries}
        marked = UNDO in kinds
        if marked or number in taken:
            savepoint = next((place for each, when, place in reversed(asked) if _is_savepoint(each, when)), savepoint)
            asked.clear()
            start = savepoint if prompts else _start_of_request(kept, phase)
            others = () if prompts else (len(kept), *(each for each in requests(kept) if each != start))
            packet = block.entries[0].packet if block.entries else 0
            found = Undo(number, packet, start, others, marked)
            undos.append(found)
            del kept[taken.get(number, found.left) :]
        if marked:
            continue
        left = None if kinds <= OF_THE_GAME else _place_left(block)
        if left is not None:
            return InForce([*kept, Block(block.entries[:left], None)], undos)
        if "note" in kinds or "newturn" in kinds:
            phase = _phase(block, phase)
        kept.append(block)
        if block.prompt is not None:
            asked.append((block, phase, len(kept)))
    return InForce(kept, undos)


def is_undo(block: Block) -> bool:
    """Whether a block has the mark of an undo."""
    return any(entry.type == UNDO for entry in block.entries)


def begins_request(block: Block) -> bool:
    """Whether a request begins in a block: a head, a pass, a slot."""
    return any(is_head(entry) or _player_of_slot(entry) for entry in block.entries) or has_pass(block)


def begins_phase(block: Block) -> bool:
    """Whether a phase begins in a block."""
    return any(map(_is_phase, block.entries))


def requests(kept: list[Block]) -> list[int]:
    """Where the last requests begin that an undo can take back, the newest first."""
    found: list[int] = []
    for number in range(len(kept) - 1, -1, -1):
        if begins_request(kept[number]):
            found.append(number)
            if len(found) == _MOST_REQUESTS:
                break
    return found


def _phase(block: Block, phase: int) -> int:
    """How many phases of the Era have begun; all that matters is whether Clean Up has."""
    for entry in block.entries:
        if entry.type == "newturn":
            phase = 0
        elif _is_phase(entry):
            digit = entry.log.lstrip("<b> ")[:1]
            phase = int(digit) if digit.isdigit() else phase + 1
    return phase


def _is_savepoint(block: Block, phase: int) -> bool:
    prompt = block.prompt
    assert prompt is not None
    if not prompt.is_savepoint:
        return False
    if "Pass" in prompt.keys or "Finish" in prompt.keys or any(key.startswith("ph") for key in prompt.keys):
        return True
    return phase == _PHASES_WITH_ABILITIES and not _CUBES.issuperset(prompt.keys)


_CUBES = frozenset(("res100", "res1000", "res10000", "Skip"))


def _start_of_request(kept: list[Block], phase: int) -> int:
    """AN-16.46: without state entries, where the request began: in Clean Up the payment for an ability."""
    for number in range(len(kept) - 1, -1, -1) if phase == _PHASES_WITH_ABILITIES else ():
        if begins_phase(kept[number]):
            break
        if any(entry.type == "note" and entry.has("cost") for entry in kept[number].entries):
            return number
    return last_request(kept)


def last_request(kept: list[Block]) -> int:
    """AN-16.46: without state entries, where the request began that an undo takes back.

    In Power Up it is the first slot of the player, else the last head or pass, or an ability in Clean Up with which an
    Era ends. Captain Wolfe's exchanges may stand between slots.
    """
    first, suit = len(kept), ""
    for number in range(len(kept) - 1, -1, -1):
        entries = kept[number].entries
        slots = [] if _gains_suit(kept[number]) else [each for each in map(_player_of_slot, entries) if each]
        if not suit and (any(map(is_head, entries)) or has_pass(kept[number]) or _ends_clean_up(kept[number])):
            return number
        ends = begins_phase(kept[number])
        if suit and (
            (slots and slots[0] != suit) or (not slots and any(_ends_slots(entry, suit) for entry in entries)) or ends
        ):
            return first
        if slots and not ends:
            first, suit = number, slots[0]
    return first


def _ends_clean_up(block: Block) -> bool:
    """Whether a request made in Clean Up ends the Era: no phase begins, and no leader is taken, before the next Era."""
    kinds = ("newturn", "chooseleader")
    first = next((entry for entry in block.entries if entry.type in kinds or _is_phase(entry)), None)
    return first is not None and first.type == "newturn"


def _is_phase(entry: Entry) -> bool:
    return entry.type == "note" and not entry.has("player_id")


def _ends_slots(entry: Entry, player: str) -> bool:
    """Whether a note is anything but a player's payment or gain."""
    return entry.type == "note" and not (entry.has("cost") and entry.value("player_id") == player)


def _gains_suit(block: Block) -> bool:
    """Whether an Exosuit is powered up by an effect: the amount gained states it (AN-16.11)."""
    costs = [integer(entry.value("cost")) or 0 for entry in block.entries if entry.type == "note"]
    return any(cost // SUIT_CODE % 10 for cost in costs)


def _player_of_slot(entry: Entry) -> str:
    parent = str(entry.value("parent"))
    return parent.partition("_")[2] if entry.type == "move" and parent.startswith("phpower") else ""


def is_head(entry: Entry) -> bool:
    """AN-16.31: whether an entry begins a request of the Action phase: a Worker on its way to a space, a marker."""
    if entry.type == "newpath":
        return not any(word in str(entry.value("path")) for word in ("phfirstplayer", "phevacuate"))
    return (
        entry.type == "move"
        and str(entry.value("mobile")).startswith("worker_")
        and str(entry.value("parent")).startswith(("exosuit_", "ph"))
    )


def _place_left(block: Block) -> int | None:
    """The place of the first entry in a block that says that a player left; None if none does."""
    for place, entry in enumerate(block.entries):
        if entry.type not in OF_THE_GAME and _leaves(entry):
            return place
    return None


def _leaves(entry: Entry) -> bool:
    """AN-16.48: a player left, or the table was given up."""
    if entry.type == "tableInfosChanged":
        return bool(entry.value("reload_reason") == "playerQuitGame")
    if entry.type == "skipTurnOfPlayer":
        return bool(integer(entry.value("zombie")) or entry.value("zombie") is True)
    if entry.type == "tableDecision":
        return "abandon" in str(entry.args)
    return entry.type in ("playerConcedeGame", "allPlayersAreZombie")


_NOT_A_PASS = ("cost", "dice", "paradox", "nb", "superproject_name")
"""AN-16.21: the keys of notes that are not passes."""


def has_pass(block: Block) -> bool:
    """Whether a player passes in a block."""
    found = passes(block)
    return any(entry.uid in found and not any(map(entry.has, _NOT_A_PASS)) for entry in block.entries)


def passes(block: Block) -> frozenset[str]:
    """AN-16.21: the passes of a block: notes that no head follows and that report no step."""
    found: list[str] = []
    before: object = None
    for entry in block.entries:
        if is_head(entry):
            found.clear()
        elif entry.type == "note" and entry.has("player_id") and not str(before).startswith("temporal_"):
            found.append(entry.uid)
        before = entry.value("mobile")
    return frozenset(found)

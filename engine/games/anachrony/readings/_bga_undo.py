"""Requests that were taken back (AN-16.46), and where a table was left (AN-16.48)."""

from events.notations._bga_packets import Entry, integer
from events.notations.bga_anachrony import Block

_UNDO = "undoRestorePoint"
_PHASES_WITH_ABILITIES = 6


def tells_undo_alone(blocks: list[Block]) -> bool:
    """Whether undos are told without the state entries that say how far they go."""
    undone = any(entry.type == _UNDO for block in blocks for entry in block.entries)
    return undone and all(block.prompt is None for block in blocks)


def in_force(blocks: list[Block], are_gone: bool = False) -> list[Block]:
    """The blocks that count: without those that were taken back, up to where a player left.

    `are_gone`: what was taken back is not in the log any more, but its mark is; state entries tell by themselves.
    """
    kept: list[Block] = []
    savepoint = 0
    phase = 0
    prompts = any(block.prompt is not None for block in blocks)
    for block in blocks:
        if any(entry.type == _UNDO for entry in block.entries):
            if prompts:
                del kept[savepoint:]
            elif not are_gone:
                del kept[last_request(kept) :]
            continue
        left = next((n for n, entry in enumerate(block.entries) if _leaves(entry)), None)
        if left is not None:
            return [*kept, Block(block.entries[:left], None)]
        phase = _phase(block, phase)
        kept.append(block)
        if block.prompt is not None and _is_savepoint(block, phase):
            savepoint = len(kept)
    return kept


def _phase(block: Block, phase: int) -> int:
    """How many phases of the Era have begun; only whether Clean Up has matters."""
    for entry in block.entries:
        if entry.type == "newturn":
            phase = 0
        elif entry.type == "note" and not entry.has("player_id"):
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


def last_request(kept: list[Block]) -> int:
    """AN-16.46: without state entries: where the request began that an undo takes back.

    In Power Up it is the first slot of the player, else the last head.
    """
    first, suit = len(kept), ""
    for number in range(len(kept) - 1, -1, -1):
        entries = kept[number].entries
        slots = [_player_of_slot(entry) for entry in entries if _player_of_slot(entry)]
        if any(is_head(entry) for entry in entries) and not suit:
            return number
        ends = any(entry.type == "note" and not entry.has("player_id") for entry in entries)
        if suit and (
            (slots and slots[0] != suit) or (not slots and any(entry.type == "note" for entry in entries)) or ends
        ):
            return first
        if slots and not ends:
            first, suit = number, slots[0]
    return first


def _player_of_slot(entry: Entry) -> str:
    parent = str(entry.value("parent"))
    return parent.partition("_")[2] if entry.type == "move" and parent.startswith("phpower") else ""


def is_head(entry: Entry) -> bool:
    """AN-16.31: whether an entry begins a request of the Action phase: a Worker on its way to a space, a marker."""
    if entry.type == "newpath":
        return not any(word in str(entry.value("path")) for word in ("phfirstplayer", "phevacuate"))
    if entry.type != "move":
        return False
    mobile, parent = str(entry.value("mobile")), str(entry.value("parent"))
    return mobile.startswith("worker_") and parent.startswith(("exosuit_", "ph"))


def _leaves(entry: Entry) -> bool:
    """AN-16.48: a player left, or the table was given up."""
    if entry.type == "tableInfosChanged":
        return bool(entry.value("reload_reason") == "playerQuitGame")
    if entry.type == "skipTurnOfPlayer":
        return bool(integer(entry.value("zombie")) or entry.value("zombie") is True)
    if entry.type == "tableDecision":
        return "abandon" in str(entry.args)
    return entry.type in ("playerConcedeGame", "allPlayersAreZombie")


def passes(block: Block) -> frozenset[str]:
    """AN-16.21: the notes of a block that no head follows and that tell no step: passes."""
    found: list[str] = []
    before = ""
    for entry in block.entries:
        if is_head(entry):
            found.clear()
        elif entry.type == "note" and entry.has("player_id") and not before.startswith("temporal_"):
            found.append(entry.uid)
        before = str(entry.value("mobile") or "")
    return frozenset(found)

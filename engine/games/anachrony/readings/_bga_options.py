"""Options in which a newer program may differ from the known one (AN-16.41), as a log shows them."""

from collections.abc import Callable, Iterator

from events.notations._bga_packets import Entry, integer

ONE_WATER, ONE_TOKEN = 10**5, 10**13
_NEUTRONIUM, _URANIUM = 1, 3


def shown_options(entries: list[Entry]) -> dict[str, object]:
    """The options that a log shows, by name; the others are those of the preset."""
    found: dict[str, object] = {}
    for number, entry in enumerate(entries):
        if entry.type == "note":
            is_open = "dice" in entry.args and "second_die_water" not in found
            if is_open and (paid := _second_die(entries, number, entry)) is not None:
                found["second_die_water"] = paid
        elif entry.type == "move" and str(entry.args.get("parent")).startswith(_TILES):
            for name, look in _LOOKS.items():
                if name not in found and (value := look(entries, number, entry)) is not None:
                    found[name] = value
    return found


def _goes_to(entry: Entry, mobile: str, parent: str) -> bool:
    return str(entry.value("mobile")).startswith(mobile) and str(entry.value("parent")).startswith(parent)


def _costs(entries: list[Entry]) -> Iterator[int]:
    """The costs in the notes before something else begins."""
    for entry in entries:
        if entry.type == "note" and entry.has("cost"):
            yield integer(entry.value("cost")) or 0
        elif entry.type in ("move", "newpath", "newturn") or (entry.type == "note" and not entry.has("nb")):
            return


def _plant_114(entries: list[Entry], number: int, entry: Entry) -> int | None:
    """The PAY at its head: in the same packet, before the Worker."""
    if not _goes_to(entry, "worker_", "phbuilding114"):
        return None
    before = [each for each in entries[max(0, number - 12) : number] if each.packet == entry.packet]
    return int(ONE_WATER in _costs(before[::-1]))


def _second_die(entries: list[Entry], number: int, entry: Entry) -> int | None:
    """A die is set, Water is paid, the other die is set."""
    if entry.has("dice2"):
        return None
    for place in range(number + 1, min(number + 8, len(entries))):
        if entries[place].has("dice"):
            paid = any(integer(each.value("cost")) == ONE_WATER for each in entries[number:place])
            return 1 if paid and entries[place].has("dice2") else None
    return None


def _third_lab(entries: list[Entry], number: int, entry: Entry) -> str | None:
    """The payment for the third Lab of a Salvation player: Neutronium or Uranium."""
    if not _goes_to(entry, "building_", "phbuilding43_"):
        return None
    owner = str(entry.value("parent")).rpartition("_")[2]
    if not any(_is_salvation(each, owner) for each in entries[:number]):
        return None
    for cost in _costs([each for each in entries[number + 1 : number + 12] if each.type != "revealbuilding"]):
        if cost // 10**_URANIUM % 10:
            return "code"
        if cost // 10**_NEUTRONIUM % 10:
            return "text"
    return None


def _is_salvation(entry: Entry, player: str) -> bool:
    number = entry.value("pathnb") if entry.has("pathnb") else entry.value("path")
    return (
        entry.type in ("choosepath", "chooseleader")
        and entry.value("player_id") in (player, integer(player))
        and (integer(number) == 1)
    )


def _lab_404(entries: list[Entry], number: int, entry: Entry) -> str | None:
    if _goes_to(entry, "worker_", "phbuilding404"):
        return "scientist_action"
    if _goes_to(entry, "building_", "phbuilding4") and integer(entry.value("building_type")) == 404:
        return "on_build" if ONE_TOKEN in _costs(entries[number + 1 : number + 12]) else None
    return None


def _cloning_vat(entries: list[Entry], number: int, entry: Entry) -> str | None:
    if not _goes_to(entry, "worker_", "phsuperproject18"):
        return None
    for each in entries[number + 1 : number + 12]:
        worker = each.value("worker")
        if each.type == "newworker" and isinstance(worker, dict):
            return "placed_type" if str(worker.get("location")).startswith("sleeping_") else "tired_type"
        if each.type in ("move", "newpath"):
            return None
    return None


_TILES = ("phbuilding", "phsuperproject")
_LOOKS: dict[str, Callable[[list[Entry], int, Entry], object]] = {
    "plant_114_water": _plant_114,
    "salvation_b_lab3": _third_lab,
    "lab_404": _lab_404,
    "cloning_vat": _cloning_vat,
}

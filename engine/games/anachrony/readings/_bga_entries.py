"""From the entries in force to traces (AN-16.21 to AN-16.37): payments and gains, figures, pieces that moved."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from engine.games.anachrony.components import BUILDING_TYPES, RESOURCES
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_moves import move, removed
from engine.games.anachrony.readings._bga_pieces import AWAKE, SLEEPING, Counter, worker_of
from engine.games.anachrony.readings._bga_tracer import CLEAN_UP, FIRST_ANOMALY, Tracer
from engine.games.anachrony.readings._bga_undo import passes
from events.notations._bga_packets import Entry, integer
from events.notations.bga_anachrony import Block, amounts, place

END = 7
GOODS_BY_NUMBER = {str(number): what for number, what in enumerate((*RESOURCES, "water", "energy_core"), 1)}
CUBES = dict(enumerate(RESOURCES, 1))
_FACES = {f"shape{n}": f"shape_{n}" for n in (1, 2, 3)} | {f"icon{n}": f"icon_{n}" for n in (1, 2, 3, 4, 5)}
_FACES["icon6"] = "question"


def traces_of(tracer: Tracer, blocks: list[Block]) -> list[t.Trace]:
    """All traces. Raises Unreadable at an entry that is not understood (AN-16.49)."""
    for number, block in enumerate(blocks):
        tracer.block, tracer.request = number, block
        tracer.passes = None
        for entry in block.entries:
            handle = _HANDLERS.get(entry.type)
            if handle is not None:
                handle(tracer, entry)
        if tracer.pending:
            tracer.add(t.Figures(), block.entries[-1])
    return tracer.traces


def path(tracer: Tracer, entry: Entry) -> None:
    """`choosepath`."""
    paths = {row.bga: name for name, row in tracer.tables.paths.items()}
    tracer.add(t.PathTaken(path=paths.get(entry.number("pathnb"), "")), entry, tracer.seat(entry))


def leader(tracer: Tracer, entry: Entry) -> None:
    """`chooseleader`: the number within the Path."""
    leaders = {(row.path, row.bga): name for name, row in tracer.tables.leaders.items()}
    paths = {row.bga: name for name, row in tracer.tables.paths.items()}
    number = integer(entry.value("path"))
    path = paths.get(entry.number("pathnb") if number is None else number, "")
    leader = leaders.get((path, entry.number("leadernb")), "")
    if not leader:
        raise entry.unreadable("leadernb", "a leader of the Path")
    tracer.add(t.LeaderTaken(leader=leader), entry, tracer.seat(entry))


def new_era(tracer: Tracer, entry: Entry) -> None:
    """`newturn`."""
    tracer.close(entry)
    cubes = []
    for row in tracer.rows(entry, "mineres"):
        cube = CUBES.get(row.number("type"))
        if cube is None:
            raise row.unreadable("type", "a cube")
        cubes.append(cube)
    counts = [0] * 4
    for row in tracer.rows(entry, "workers"):
        kind = worker_of(row.number("type"))
        if not kind:
            raise row.unreadable("type", "a type of Worker")
        counts[row.number("type") - 1] += 1
        tracer.pieces.add_worker(row.number("id"), Counter(-1, kind, "pool"))
    tracer.pieces.cubes, tracer.phase = cubes, 0
    name = ""
    if entry.value("superproject") is not None:
        shown = tracer.row(entry, "superproject")
        name = tracer.pieces.superprojects.get(shown.number("type"), "")
        if not name:
            raise shown.unreadable("type", "a Superproject of the game")
    tracer.era = entry.number("turn")
    trace = t.NewEra(era=tracer.era, superproject=name, cubes=tuple(cubes[:5]), workers=tuple(counts))
    tracer.add(trace, entry)


def note(tracer: Tracer, entry: Entry) -> None:
    """`note`: its keys decide the kind (AN-16.21)."""
    if not entry.has("player_id"):
        return _phase(tracer, entry)
    seat = tracer.seat(entry)
    if entry.has("paradox"):
        stated = entry.value("paradox")
        words = [word for word in str(stated).split(",") if word.strip()]
        results = [integer(word.strip()) for word in words]
        if None in results:
            raise entry.unreadable("paradox", "a list of numbers")
        return tracer.add(t.Rolled(results=tuple(each for each in results if each is not None)), entry, seat)
    if entry.has("cost"):
        return _amount(tracer, entry, seat)
    if entry.has("dice"):
        return _dice(tracer, entry, seat)
    if not entry.has("nb") and not entry.has("superproject_name") and _is_pass(tracer, entry):
        tracer.add(t.Passed(), entry, seat)
    return None


def _is_pass(tracer: Tracer, entry: Entry) -> bool:
    if tracer.passes is None:
        tracer.passes = passes(tracer.request)
    return entry.uid in tracer.passes


def _phase(tracer: Tracer, entry: Entry) -> None:
    """AN-16.21: notes without a player come in the order of the phases; the second is absent in Era 1."""
    if tracer.phase >= CLEAN_UP:
        if tracer.phase == CLEAN_UP:
            tracer.close(entry)
            tracer.add(t.Phase(number=END), entry)
        tracer.phase = END
        return
    tracer.phase += 2 if tracer.phase == 1 and tracer.era == 1 else 1
    if tracer.phase > 1:
        tracer.close(entry)
        tracer.add(t.Phase(number=tracer.phase), entry)


def _amount(tracer: Tracer, entry: Entry, seat: int) -> None:
    """AN-16.21, AN-16.23: a PAY states VP and then the tokens; a GAIN of tokens states no VP before them."""
    found = amounts(entry)
    paid = tracer.last == "setparadox" and (seat, "vp_tokens") in tracer.pending
    tracer.add(t.Paid(amounts=found) if paid else t.Gained(amounts=found), entry, seat)


def _dice(tracer: Tracer, entry: Entry, seat: int) -> None:
    faces = []
    for key in ("dice", "dice2"):
        if entry.has(key):
            face = _FACES.get(entry.word(key))
            if face is None:
                raise entry.unreadable(key, "a face of a die")
            faces.append(face)
    rolled = "roll" in entry.log or faces[-1] == "question"
    tracer.add(t.Dice(first=faces[0], second=faces[1] if len(faces) > 1 else "", rolled=rolled), entry, seat)


def unavailable(tracer: Tracer, entry: Entry) -> None:
    """`text`."""
    tracer.add(t.Unavailable(), entry)


def figure(tracer: Tracer, entry: Entry) -> None:
    """`counter`: a figure of AN-16.51; AN-16.50 i: goods below 0 are shown, but not kept."""
    player, what = _counter(entry.word("id"))
    if not what:
        raise entry.unreadable("id", "a counter")
    seat, number = tracer.seat(entry, "id", player), entry.number("nb")
    tracer.see(seat, what, number if what == "vp_tokens" else max(0, number))
    tracer.last = "counter"


@lru_cache(maxsize=1024)
def _counter(name: str) -> tuple[str, str]:
    """The player and the figure of a counter; no figure if it is none."""
    word = name.split("_")
    if word[0] == "vp" and len(word) == 2:
        return word[1], "vp_tokens"
    if word[0] == "res" and len(word) == 3:
        return word[1], GOODS_BY_NUMBER.get(word[2], "")
    return "", ""


def score(tracer: Tracer, entry: Entry) -> None:
    """`counterid`: the provisional score (AN-16.52)."""
    word = entry.word("id")
    if not word.startswith("player_score_"):
        raise entry.unreadable("id", "player_score_ and a player")
    tracer.see(tracer.seat(entry, "id", word.removeprefix("player_score_")), "score", entry.number("nb"))


def tokens(tracer: Tracer, entry: Entry) -> None:
    """`setparadox`."""
    seat, number = tracer.seat(entry), entry.number("nb")
    tracer.see(seat, "paradox", number)
    if not entry.has("player_name"):
        tracer.last = "setparadox"


def new_worker(tracer: Tracer, entry: Entry) -> None:
    """`newworker`."""
    row = tracer.row(entry, "worker")
    kind, where = worker_of(row.number("type")), place(row, "location")
    if not kind or where.kind not in ("awake", "sleeping"):
        raise row.unreadable("location", "a Worker in a column")
    worker = Counter(-1, kind, "")
    tracer.pieces.add_worker(row.number("id"), worker)
    tracer.move_counter(
        worker, tracer.seat(row, "location", where.parts[0]), AWAKE if where.kind == "awake" else SLEEPING
    )
    tracer.last = "newworker"


def new_path(tracer: Tracer, entry: Entry) -> None:
    """`newpath`: a Free Action space; the banner and Evacuation slots are no heads."""
    row = tracer.row(entry, "path")
    where = place(row, "location")
    space = tracer.own_space(where)
    if space:
        tracer.add(t.Freed(space=space), entry, tracer.seat(row))


def revealed(tracer: Tracer, entry: Entry) -> None:
    """`revealbuilding`."""
    row = tracer.row(entry, "building")
    tile = tracer.tile(row, "type")
    tracer.pieces.buildings[row.number("id")] = tile
    tracer.add(t.Revealed(row=tracer.tables.tiles[tile].row, tile=tile), entry)


def anomaly(tracer: Tracer, entry: Entry) -> None:
    """`newanomaly`."""
    trace = t.AnomalyLaid()
    known = isinstance(entry.value("anomaly"), dict)
    if known:
        row = tracer.row(entry, "anomaly")
        trace = t.AnomalyLaid(row=BUILDING_TYPES[row.number("category") - 1], column=row.number("location"))
        tracer.numbers[row.number("id")] = len(tracer.traces)
    elif tracer.whole:  # AN-16.14: they are counted from 61
        tracer.numbers[FIRST_ANOMALY + len(tracer.laid)] = len(tracer.traces)
    tracer.laid.append(len(tracer.traces))
    tracer.add(trace, entry, tracer.seat(entry))


def impact(tracer: Tracer, entry: Entry) -> None:
    """`impact`: the tiles of each action, the first on space 1."""
    names = {row.bga: name for name, row in tracer.tables.collapsing.items()}
    tiles: dict[str, dict[str, str]] = {}
    for row in tracer.rows(entry, "blocked"):
        where = place(row, "location")
        if where.kind == "hex":
            name = names.get(row.number("type"))
            if name is None:
                raise row.unreadable("type", "a Collapsing Capital tile")
            tiles.setdefault(where.parts[0], {})[where.parts[1]] = name
    ordered = {action: tuple(found[n] for n in sorted(found)) for action, found in tiles.items()}
    tracer.add(t.Impact(tiles=ordered), entry)


def final(tracer: Tracer, entry: Entry) -> None:
    """`finalscore`: one column of one player; the players stand from the last seat to the first (AN-16.47)."""
    if not entry.number("j"):
        return
    seat = len(tracer.seat_of) - 1 - entry.number("i")
    last = tracer.traces[-1]
    if not isinstance(last, t.Scored) or last.seat != seat:
        last = t.Scored(columns={})
        tracer.add(last, entry, seat)
    last.columns[entry.number("j")] = entry.number("score")


_HANDLERS: dict[str, Callable[[Tracer, Entry], Any]] = {
    "choosepath": path,
    "chooseleader": leader,
    "newturn": new_era,
    "note": note,
    "text": unavailable,
    "move": move,
    "remove": removed,
    "counter": figure,
    "counterid": score,
    "setparadox": tokens,
    "newworker": new_worker,
    "newpath": new_path,
    "revealbuilding": revealed,
    "newanomaly": anomaly,
    "impact": impact,
    "finalscore": final,
}

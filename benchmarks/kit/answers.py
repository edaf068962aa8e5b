"""Answers to a conformance kit, given by the library as another engine would give them: JSON lines on standard output.

    python benchmarks/kit/answers.py KIT > answers.jsonl
    anyturn kit check answers.jsonl --kit KIT

It reads the kit as its page describes it and knows nothing of how the kit was made: a pattern for other engines.
"""

import argparse
import gzip
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import anyturn
from engine.public import public_part
from events.log.codec import encode
from events.log.native import GameLog

Json = dict[str, Any]
DEEPEST, MOST_SEQUENCES = 6, 500
"""Sequences are counted to this depth, or as deep as there are no more of them, and to depth 1 in any case."""
MOST_CHOICES = 300
"""The kit does not count more legal events after a record of a game."""


def answers(kit: Path) -> Iterator[Json]:
    """An answer to each case of a kit."""
    for game in json.loads((kit / "manifest.json").read_text(encoding="utf-8"))["games"]:
        yield from answers_of_game(kit, game)


def answers_of_game(kit: Path, game: str) -> Iterator[Json]:
    """An answer to each case of one game."""
    topics = cases_of_game(kit, game)
    engine = Engine(topics["games"])
    for cases in topics.values():
        yield from (engine.answer(case) for case in cases)


def cases_of_game(kit: Path, game: str) -> dict[str, list[Json]]:
    """Topic -> its cases."""
    files = sorted((kit / game).glob("*.jsonl.gz"))
    return {file.name.partition(".")[0]: list(_cases(file)) for file in files}


def _cases(file: Path) -> Iterator[Json]:
    with gzip.open(file) as lines:
        yield from map(json.loads, lines)


class Engine:
    """The logs of a game's kit, and positions in them."""

    def __init__(self, games: list[Json]) -> None:
        self.logs: dict[str, list[Any]] = {case["id"]: case["log"] for case in games}
        self._read: dict[str, anyturn.Game] = {}

    def answer(self, case: Json) -> Json:
        """The answer to a case."""
        return {"case": case["id"], **ANSWERING[case["topic"]](self, case)}

    def game(self, name: str) -> anyturn.Game:
        if name not in self._read:
            self._read = {name: _read(self.logs[name])}  # cases come in the order of the games
        return self._read[name]

    def forget(self) -> None:
        """Read games anew from here on."""
        self._read = {}

    def figures(self, position: anyturn.Position) -> list[list[int]]:
        values, state = position._replay.rules.values, position.state
        return [list(values(state, seat)) for seat in range(len(position._replay.header.seats))]

    def choices(self, position: anyturn.Position) -> int | None:
        """How many events are legal, as far as the kit counts them."""
        number = _legal_number(position, MOST_CHOICES)
        return number if number <= MOST_CHOICES else None


def _read(lines: list[Any]) -> anyturn.Game:
    return anyturn.read(b"\n".join(json.dumps(line).encode() for line in lines), "case")


def _game(engine: Engine, case: Json) -> Json:
    game = engine.game(case["id"])
    return {
        "verdict": game.verdict,
        "standings": [one._asdict() for one in game.standings],
        "figures": [engine.figures(position) for position in game],
        "choices": [engine.choices(position) for position in game],
    }


def _position(engine: Engine, case: Json) -> Json:
    game = engine.game(case["game"])
    position = game.at(f"#{case['at']}")
    legal = position.legal()
    entries = [
        {"seat": one.seat, "figure": one.figure, "delta": one.delta, "source": one.source}
        for one in game.entries()
        if one.seq == case["at"] + 1
    ]
    return {
        "legal": [{"actor": action.seat, "event": action.event} for action in legal],
        "perft": [len(legal), *islice(_deeper(position), DEEPEST - 1)],
        "figures": engine.figures(position),
        "entries": entries,
        **_played(engine, position, case["played"]),
        "accepted": [number for number, each in enumerate(case["tried"]) if _accepted(position, each)],
    }


def _played(engine: Engine, position: anyturn.Position, played: list[Json]) -> Json:
    """What each of some events leads to; an empty list of figures for one that is refused."""
    reached: list[list[list[int]]] = []
    numbers: list[int | None] = []
    for each in played:
        try:
            then = position.play(anyturn.Action(each["actor"], each["event"], ""))
        except anyturn.Violation:
            reached, numbers = [*reached, []], [*numbers, 0]
            continue
        reached.append(engine.figures(then))
        numbers.append(engine.choices(then))
    return {"reached": reached, "choices": numbers}


def _accepted(position: anyturn.Position, tried: Json) -> bool:
    try:
        position.play(anyturn.Action(tried["actor"], tried["event"], ""))
    except anyturn.Violation:
        return False
    return True


def _deeper(position: anyturn.Position) -> Iterator[int]:
    """The numbers of sequences of 2, 3, ... legal events."""
    reached = [position]
    while reached:
        then, number = list[anyturn.Position](), 0
        for there in (each.play(action) for each in reached for action in each.legal()):
            then.append(there)
            number += _legal_number(there, MOST_SEQUENCES - number)
            if number > MOST_SEQUENCES:
                return
        if not number:
            return
        yield number
        reached = then


def _legal_number(position: anyturn.Position, most: int) -> int:
    """How many events are legal; one more than `most` if there are more, as there may be no end of them."""
    return sum(1 for _ in islice(position._replay.rules.legal(position.state), most + 1))


def _illegal(engine: Engine, case: Json) -> Json:
    lines = [case["header"]] if "header" in case else [*engine.logs[case["game"]][: case["at"] + 1], case["record"]]
    broke = _read(lines).broke
    return {"seq": broke.seq, "clause": broke.violation.clause} if broke else {"seq": -1, "clause": ""}


def _hidden(engine: Engine, case: Json) -> Json:
    log, seq, field = engine.logs[case["game"]], case["seq"], case["field"]
    record = log[seq]
    position = engine.game(case["game"]).at(f"#{seq - 1}")
    fitting = []
    for action in position.legal():
        event = json.loads(json.dumps(action.event))  # lists for tuples
        if action.seat != record["actor"] or {**event, field: 0} != {**record["event"], field: 0}:
            continue
        game = _read([*log[:seq], {**record, "event": event}, *log[seq + 1 : case["last"] + 1]])
        if game.broke is None and engine.figures(game.end) == case["figures"]:
            fitting.append(event.get(field))
    return {"values": fitting}


def _public(engine: Engine, case: Json) -> Json:
    game = engine.game(case["game"])
    seen = public_part(GameLog(game.header, game.records[: case["at"]]), case["seat"])
    lines = [json.loads(encode(record)) for record in seen.records]
    return {"records": [{"actor": line["actor"], "event": line["event"]} for line in lines]}


ANSWERING = {"game": _game, "position": _position, "illegal": _illegal, "hidden": _hidden, "public": _public}


def main() -> None:
    parser = argparse.ArgumentParser(description="Answers to a conformance kit.")
    parser.add_argument("kit", type=Path, help="the folder of the kit")
    for answer in answers(parser.parse_args().kit):
        print(json.dumps(answer, separators=(",", ":")))


if __name__ == "__main__":
    main()

"""The Perl moderator of terra.snellman.net answers a conformance kit of Terra Mystica, as far as it can be driven.

    anyturn kit terra_mystica --out KIT $(python benchmarks/kit/moderator.py --options)
    python benchmarks/kit/moderator.py CHECKOUT KIT > answers.jsonl
    anyturn kit check answers.jsonl --kit KIT

CHECKOUT holds `src`, a working copy of the moderator's source, run by perl: no part of it belongs to this project.
`--options` prints the options under which the moderator's own rules are those of the kit. It takes whole logs as
commands and knows neither events nor clauses, so it is asked in its own way:

    game       its verdict on all commands, and every figure after the last one
    position   the figures after the commands up to there; of the first positions, which of the legal events and of the
               kit's illegal ones it takes there
    illegal    whether it takes the commands up to there and refuses the one that is illegal; it names no clause

What has no command, or not in that place, is left out; how often and why is counted on standard error.
"""

import argparse
import gzip
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from moderator_task import KNOWN, as_task  # noqa: E402

from engine.games.terra_mystica.components import FACTIONS  # noqa: E402
from engine.games.terra_mystica.writings._commands import command, faction_code, given_up  # noqa: E402
from engine.intake import examine  # noqa: E402
from engine.replay import Replay  # noqa: E402
from engine.rules import ruleset  # noqa: E402
from engine.writing import write  # noqa: E402
from events.files import Blob  # noqa: E402
from events.log.codec import Unreadable  # noqa: E402
from events.log.native import GameLog, read  # noqa: E402
from events.vocabulary import event_decoder  # noqa: E402

GAME, NOTATION = "terra_mystica", "snellman_commands"
TRIED = 150
"""In so many positions each legal event is tried."""
FIGURES = {
    "vp": "VP",
    "coin": "C",
    "worker": "W",
    "priest": "P",
    "bowl1": "P1",
    "bowl2": "P2",
    "bowl3": "P3",
    "fire": "FIRE",
    "water": "WATER",
    "earth": "EARTH",
    "air": "AIR",
}
DRIVER = r"""
use strict; use JSON::PP; use tracker; $| = 1;
my @figures = qw(FIGURES);
while (my $line = <STDIN>) {
    my $task = decode_json $line;
    my $n = 0;
    my @players = map { { name => $_, username => $_, displayname => $_, index => $n++ } } @{$task->{players}};
    my $res = eval { terra_mystica::evaluate_game {
        rows => [@{$task->{rows}}], faction_info => {}, players => [@players], delete_email => 0,
        metadata => { game_options => $task->{options}, base_map => $task->{base_map} } } };
    my $error = $res ? $res->{error} || [] : ["$@"];
    my %seen;
    for my $name (keys %{$res->{factions} || {}}) {
        my $faction = $res->{factions}{$name};
        $seen{$name} = [map { 0 + ($faction->{$_} // 0) } @figures];
    }
    print encode_json({ error => $error, figures => \%seen, finished => $res && $res->{finished} ? 1 : 0 }), "\n";
}
"""

Json = dict[str, Any]


class Moderator:
    """The moderator in a process of its own: asked for one list of commands at a time."""

    def __init__(self, checkout: Path) -> None:
        driver = DRIVER.replace("FIGURES", " ".join(FIGURES.values()), 1)
        self._process = subprocess.Popen(
            ["perl", "-I", str(checkout / "src"), "-e", driver],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def judges(self, asked: Json) -> Json:
        """Its errors, the figures of every faction, and whether the game is finished."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        found: Json = json.loads(self._process.stdout.readline())
        return found


class Place(NamedTuple):
    """A position as the moderator takes it: the commands up to there, its answer to them, and the position."""

    asked: Json
    answer: Json
    game: Replay


class Answers:
    """Answers to the kit, and the cases that are left out, by the reason."""

    def __init__(self, moderator: Moderator, kit: Path, tried: int) -> None:
        self.moderator, self.left_out, self.tried = moderator, Counter[str](), tried
        self.cases = {name: list(_cases(kit / GAME / f"{name}.jsonl.gz")) for name in ("games", "positions", "illegal")}
        self.logs = {case["id"]: _read(case["log"]) for case in self.cases["games"]}

    def all(self) -> Iterator[Json]:
        """An answer to each case that can be asked."""
        for case in self.cases["games"]:
            if answer := self._game(case):
                yield {"case": case["id"], **answer}
        for case in self.cases["positions"]:
            if answer := self._position(case):
                yield {"case": case["id"], **answer}
        for case in self.cases["illegal"]:
            if answer := self._illegal(case):
                yield {"case": case["id"], **answer}

    def _game(self, case: Json) -> Json | None:
        log = self.logs[case["id"]]
        if (place := self._place("game", log, len(log.records))) is None:
            return None
        if place.answer["error"]:
            return {"verdict": "illegal"}
        unknown = [[None] * len(FIGURES) for _ in log.header.seats]
        figures = [*[unknown] * (len(log.records) - 1), _figures(place)]
        return {"verdict": "valid" if place.answer["finished"] else "incomplete", "figures": figures}

    def _position(self, case: Json) -> Json | None:
        place = self._place("position", self.logs[case["game"]], case["at"])
        if place is None or not case["at"] or place.answer["error"]:
            return None
        answer: Json = {"figures": _figures(place)}
        if self.tried and (taken := self._taken(case, place)) is not None:
            self.tried -= 1
            answer["legal"] = taken
        return answer

    def _taken(self, case: Json, place: Place) -> list[Json] | None:
        """Which events of a position the moderator takes; None if one of the legal ones has no command."""
        here = [each["record"] for each in self.cases["illegal"] if _is_there(each, case)]
        legal = case["expect"]["legal"]
        if not legal or any(self._command(place, each) is None for each in legal):
            return None
        spoilt = [{"actor": each["actor"], "event": each["event"]} for each in here]
        return [each for each in [*legal, *spoilt] if self._command(place, each) and self._takes(place, each)]

    def _illegal(self, case: Json) -> Json | None:
        if "header" in case:
            self.left_out["illegal: a header"] += 1
            return None
        place = self._place("illegal", self.logs[case["game"]], case["at"])
        if place is None or place.answer["error"]:
            return None
        if self._command(place, case["record"]) is None:
            self.left_out[f"illegal: no command for {case['record']['event']['kind']}"] += 1
            return None
        if self._command(place, case["record"]) in self._legal(place):
            self.left_out["illegal: the command says what a legal one says"] += 1
            return None
        refused = not self._takes(place, case["record"])
        return {"seq": case["record"]["seq"] if refused else -1}

    def _legal(self, place: Place) -> set[str | None]:
        """The commands of all legal events of a position."""
        legal = ruleset(GAME).legal(place.game.state)
        return {self._text(place, seat, event) for seat, event in legal if seat is not None}

    def _takes(self, place: Place, acted: Json) -> bool:
        """Whether the moderator takes an event after the commands of a position."""
        rows = [*place.asked["rows"], self._command(place, acted)]
        return not self.moderator.judges({**place.asked, "rows": rows})["error"]

    def _command(self, place: Place, acted: Json) -> str | None:
        """The row with the command of an event; None if it has none."""
        seat = acted["actor"]
        if seat is None or not 0 <= seat < len(place.game.header.seats):
            return None
        event = event_decoder(GAME)(json.dumps(acted["event"]).encode())
        try:
            return self._text(place, seat, event)
        except (LookupError, AttributeError, TypeError, ValueError):  # an event that means nothing here
            return None

    def _text(self, place: Place, seat: int, event: Any) -> str | None:
        state = place.game.state
        if state.players[seat].faction not in FACTIONS:
            return None
        text = command(state, seat, event) or given_up(state, seat, event)
        return f"{faction_code(state.players[seat])}: {text}" if text else None

    def _place(self, topic: str, log: GameLog, at: int) -> Place | None:
        part = GameLog(log.header, log.records[:at])
        game = Replay(ruleset(GAME), log.header)
        game.settle()
        game.feed(part.records)
        try:
            text = write(part, NOTATION)
        except Unreadable as problem:
            self.left_out[f"{topic}: {str(problem).split(',')[0][:60]}"] += 1
            return None
        asked = as_task(part, text)
        if not _is_whole(game, "\n".join(asked["rows"])):
            self.left_out[f"{topic}: within a turn that the commands state only when it is over"] += 1
            return None
        answer = self.moderator.judges(asked)
        if answer["error"]:
            self.left_out[f"{topic}: refuses what is legal: {str(answer['error'][0]).strip()[:60]}"] += 1
        return Place(asked, answer, game)


def _is_whole(game: Replay, text: str) -> bool:
    """Whether the commands of an unfinished game lead to its position; some are written only with those that follow."""
    read = examine(Blob("", text.encode()), NOTATION).replay
    return read is not None and all(
        game.rules.values(game.state, seat) == read.rules.values(read.state, seat)
        for seat in range(len(game.header.seats))
    )


def _figures(place: Place) -> list[list[int | None]]:
    """For each seat its figures as the moderator has them; nothing for a seat without a faction."""
    codes = [faction_code(player) if player.faction in FACTIONS else "" for player in place.game.state.players]
    return [place.answer["figures"].get(code, [None] * len(FIGURES)) for code in codes]


def _is_there(illegal: Json, position: Json) -> bool:
    there = (illegal.get("game"), illegal.get("at")) == (position["game"], position["at"])
    return there and "record" in illegal and bool(illegal["expect"]["clause"])


def _read(lines: list[Any]) -> GameLog:
    return read([json.dumps(line).encode() for line in lines])


def _cases(file: Path) -> Iterator[Json]:
    with gzip.open(file) as lines:
        yield from map(json.loads, lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="The Perl moderator's answers to a conformance kit.")
    parser.add_argument("checkout", type=Path, nargs="?", help="a folder with `src`, the moderator's source")
    parser.add_argument("kit", type=Path, nargs="?", help="the folder of the kit")
    parser.add_argument("--options", action="store_true", help="print the options for the kit")
    parser.add_argument("--tried", type=int, default=TRIED, help="positions in which every legal event is tried")
    options = parser.parse_args()
    if options.options:
        spelled = {name: value if isinstance(value, str) else json.dumps(value) for name, value in KNOWN.items()}
        print(*(f"--option {name}={value}" for name, value in spelled.items()))
        return
    if options.kit is None:
        parser.error("found no CHECKOUT and KIT, expected both, or --options")
    answers = Answers(Moderator(options.checkout), options.kit, options.tried)
    for answer in answers.all():
        print(json.dumps(answer, separators=(",", ":")))
    for reason, times in answers.left_out.most_common():
        print(f"left out {times:>5}  {reason}", file=sys.stderr)


if __name__ == "__main__":
    main()

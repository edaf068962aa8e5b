"""Making the cases of one game: games are played, looked at in every position, and drawn from."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from engine.public import public_part
from engine.replay import Replay
from engine.rules import Ruleset, ruleset
from events.files.gzipped import gzipped
from events.log.codec import encode
from events.log.native import GameLog
from events.log.record import Header
from projections.garbage import seldom_collected
from projections.kit import headers, opening
from projections.kit.cases import (
    NOWHERE,
    Case,
    Figures,
    GameCase,
    GameExpect,
    HiddenCase,
    IllegalCase,
    IllegalExpect,
    KitFile,
    KitGame,
    PositionCase,
    PublicCase,
    PublicExpect,
)
from projections.kit.coverage import Coverage, coverage
from projections.kit.faults import ASKED_SHARE, Fault, Hunt
from projections.kit.hidden import hidden_case
from projections.kit.near_misses import Values
from projections.kit.playing import play_games
from projections.kit.positions import (
    DEEP_EVERY,
    Offered,
    Place,
    acted,
    by_game,
    canonical,
    drawn,
    figures,
    offered,
    position_case,
    visited,
)
from projections.kit.traits import Chosen, Numbers, menu, of_entries, option_words, tag
from projections.schemas.kit_answer import Placed

HIDDEN_SHARE, PUBLIC_SHARE, HEADERS_SHARE, FORMS, LOOK_EVERY, LOOKED = 5, 2, 3, 10, 4, 100
"""One hidden fact for so many positions; one public view for so many games; at most one illegal header for so many
illegal logs; illegal records whose fields do not match their kind; near misses are tried in one of so many positions of
the games, and in the first so many in which an event of some kind is legal."""
OPENINGS_SHARE = 3
"""At most one of so many games begins with an opening."""

_encoder = msgspec.json.Encoder()
"""It leaves members in their order, which is that of canonical JSON already."""


class Sizes(Struct, frozen=True):
    """How many cases of each kind are made for a game."""

    positions: int
    games: int
    illegal: int


class Task(Struct, frozen=True):
    """One game's part of a kit to be made; options that are not stated are drawn for each game."""

    game: str
    seed: int
    sizes: Sizes
    options: dict[str, Any] = {}


class Made(Struct, frozen=True):
    """One game's part of a kit: its description, the bytes of its files, and what its cases cover."""

    game: str
    about: KitGame
    files: dict[str, bytes]
    coverage: Coverage


def make(task: Task) -> Made:
    """Make the cases of a game. The same task gives the same bytes."""
    rules = ruleset(task.game)
    with seldom_collected():
        table = _Table(rules, task)
        games = [table.walk(number) for number in range(len(table.logs))]
        positions, hidden = table.positions()
        illegal, public = table.illegal(), table.public()
    topics: dict[str, Sequence[Case]] = {
        "games": games,
        "positions": positions,
        "illegal": illegal,
        "hidden": hidden,
        "public": public,
    }
    files, about = {}, {}
    for topic, cases in topics.items():
        if cases:
            data = gzipped(_encoder.encode_lines(cases))
            files[f"{topic}.jsonl.gz"] = data
            about[f"{topic}.jsonl.gz"] = KitFile(len(cases), sha256(data).hexdigest())
    covered = coverage(rules.id, positions, illegal)
    files["coverage.json"] = encode(covered) + b"\n"
    about["coverage.json"] = KitFile(0, sha256(files["coverage.json"]).hexdigest())
    return Made(rules.id, KitGame(rules.version, list(rules.figures_of_a_seat), about), files, covered)


def hunt_in(rules: Ruleset[Any], logs: Sequence[GameLog], rng: Random) -> Hunt:
    """A hunt for faults in these games."""
    games = [[(record.actor, record.event) for record in log.records] for log in logs]
    return Hunt(rules, Values(event for actions in games for _, event in actions), games, rng)


class _Table:
    """The games of a kit while its cases are drawn from them."""

    def __init__(self, rules: Ruleset[Any], task: Task) -> None:
        self.rules, self.sizes, self.rng = rules, task.sizes, Random(f"kit-{task.seed}/{rules.id}")
        begun = opening.opened(rules, task.seed, task.sizes.games // OPENINGS_SHARE, task.options)
        played = play_games(rules, task.seed, task.sizes.games - len(begun), task.options)
        self.logs = [*(each.log for each in begun), *played]
        self.asked: list[opening.Asked] = [*(each.asked for each in begun), *({} for _ in played)]
        self.headers = headers.asked_headers(rules, opening.headers(rules.id, task.options))
        self.hunt = hunt_in(rules, self.logs, self.rng)
        self.places: list[Place] = []
        self.numbers, self._looked = Numbers(), Counter[str]()

    def name(self, topic: str, number: int) -> str:
        """The id of a case; numbers count from 0 here and from 1 there."""
        return f"{self.rules.id}/{topic}/{number + 1}"

    def walk(self, number: int) -> GameCase:
        """A game with all its figures; on the way, some of its positions are looked at."""
        log, shown, numbers = self.logs[number], list[Figures](), list[int | None]()
        options = option_words(log.header)
        chosen = Chosen([(record.actor, record.event) for record in log.records])
        game = Replay(self.rules, log.header)
        game.settle()
        legal = offered(game)
        for record in log.records:
            traits = chosen.traits(legal.actions) | {menu(legal.actions)}
            self._look(number, game, legal)
            self._ask(number, game)
            before = self.numbers.of_state(game.state, record.actor, kind := tag(record.event))
            at, entered = game.seq, len(game.entered)
            game.feed([record])
            entries = [entry for each in game.entered[entered:] for entry in each.entries]
            traits |= of_entries(kind, entries) | {f"{option} {kind}" for option in options}
            self._note(number, at, legal, traits, before)
            shown.append(figures(game))
            legal = offered(game)
            numbers.append(legal.number)
        self._look(number, game, legal)
        self._ask(number, game)
        self._note(number, game.seq, legal, chosen.traits(legal.actions), set())
        lines = [canonical(log.header), *map(canonical, log.records)]
        standings = [Placed(*one) for one in game.standings or ()]
        return GameCase(self.name("game", number), lines, GameExpect(game.verdict, standings, shown, numbers))

    def _look(self, number: int, game: Replay, legal: Offered) -> None:
        kinds = {tag(event) for _, event in legal.actions}
        seldom = any(self._looked[kind] < LOOKED for kind in kinds)
        if self.rng.randrange(LOOK_EVERY) == 0 or seldom:  # not every fourth: options alternate with the games, too
            self._looked.update(kinds)
            self.hunt.look(number, game, legal.actions, complete=bool(legal.number))

    def _ask(self, number: int, game: Replay) -> None:
        for action in self.asked[number].get(game.seq, ()):
            self.hunt.ask(number, game, action)

    def _note(self, number: int, at: int, legal: Offered, words: set[str], before: set[int]) -> None:
        """A position can be asked about if there is something to decide, and not too much."""
        if legal.number:
            self.places.append(Place(number, at, tuple({*before, *self.numbers.of(sorted(words))})))

    def positions(self) -> tuple[list[PositionCase], list[HiddenCase]]:
        """Positions, and hidden facts in some of them."""
        found: list[PositionCase] = []
        hidden: list[HiddenCase] = []
        most, is_asked = self.sizes.positions, [place.at in self.asked[place.game] for place in self.places]
        for number, places in by_game(drawn(self.places, most, self.rng, is_asked)).items():
            log, name = self.logs[number], self.name("game", number)
            for game, at in visited(self.rules, log.records, log.header, places):
                following, legal = log.records[at:], offered(game).actions
                if following and len(hidden) * HIDDEN_SHARE < self.sizes.positions:
                    asked = self.name("hidden", len(hidden))
                    case = hidden_case(asked, name, game, following, legal, self.rng)
                    hidden += [case] if case is not None else []
                asked, deep = self.name("position", len(found)), len(found) % DEEP_EVERY == 0
                tries = self.hunt.tries(number, game, legal, self.asked[number].get(at, ()))
                found.append(position_case(asked, name, game, legal, tries, following[0] if following else None, deep))
        return found, hidden

    def illegal(self) -> list[IllegalCase]:
        """Logs with one fault: in the header, in the form of a record, or a record that breaks a clause."""
        most = self.sizes.illegal // HEADERS_SHARE
        spoilt = self.headers[: most // ASKED_SHARE]
        stated = [log.header for log in self.logs]
        spoilt += headers.spoilt_headers(self.rules, stated, self.rng, most - len(spoilt))
        forms = self._forms() if self.rules.order.form else []
        records = self.hunt.chosen(max(0, self.sizes.illegal - len(spoilt) - len(forms)))
        found = [self._of_header(number, *each) for number, each in enumerate(spoilt)]
        found += [self._of_record(number, each) for number, each in enumerate((*forms, *records), len(spoilt))]
        return found[: self.sizes.illegal]

    def _of_header(self, number: int, header: dict[str, Any], clause: str) -> IllegalCase:
        stated = canonical(msgspec.convert(header, Header))
        expect = IllegalExpect(0 if clause else NOWHERE, clause)
        return IllegalCase(id=self.name("illegal", number), header=stated, expect=expect)

    def _of_record(self, number: int, fault: Fault) -> IllegalCase:
        seq = fault.at + 1
        event = fault.event if isinstance(fault.event, dict) else canonical(fault.event)
        return IllegalCase(
            id=self.name("illegal", number),
            game=self.name("game", fault.game),
            at=fault.at,
            record={"seq": seq, "actor": fault.actor, "event": event},
            instead=acted(*fault.instead) if fault.instead else UNSET,
            expect=IllegalExpect(seq if fault.clause else NOWHERE, fault.clause),
            may=list(fault.may),
        )

    def _forms(self) -> list[Fault]:
        """Records whose fields do not match their kind, in a game whose rulebook has a clause for that."""
        found = []
        for _ in range(FORMS):
            number = self.rng.randrange(len(self.logs))
            record = self.rng.choice(self.logs[number].records)
            event = headers.unreadable_form(canonical(record.event), self.rng)
            legal = (record.actor, record.event)
            found.append(Fault(number, record.seq - 1, record.actor, event, legal, self.rules.order.form, ()))
        return found

    def public(self) -> list[PublicCase]:
        """What everybody, or one seat, saw of the beginnings of games; nothing in a game that hides nothing."""
        if self.rules.public is None:
            return []
        found = []
        for number, log in enumerate(self.logs[::PUBLIC_SHARE]):
            at = self.rng.randint(1, len(log.records))
            seat = self.rng.choice((None, *range(len(log.header.seats))))
            seen = public_part(GameLog(log.header, log.records[:at]), seat)
            records = [acted(record.actor, record.event) for record in seen.records]
            name, of = self.name("public", number), self.name("game", number * PUBLIC_SHARE)
            found.append(PublicCase(name, of, at, seat, PublicExpect(records)))
        return found

"""Packets for tests: self-played games that a table of the platform could have seen, and packets made by hand."""

import contextlib
import json
from random import Random

from engine.games.dice_forge.components import CARDS, CHOICES, KIND
from engine.games.dice_forge.items import PoolReduction, Resolving
from engine.games.dice_forge.options import QUIRKS
from engine.games.dice_forge.platform_order import turn_of
from engine.games.dice_forge.queues import first
from engine.games.dice_forge.readings import bga_diceforge as reading
from engine.games.dice_forge.readings._bga_header import FACE_OF
from engine.games.dice_forge.slots import usual_colors
from engine.intake import examine
from engine.replay import Replay, Stopped
from engine.rules import ruleset
from engine.selfplay import header_for
from engine.snapshot import fork
from events.files import Blob
from events.log.native import GameLog
from events.log.record import Header, Record, Seat
from events.notations import bga_diceforge
from events.vocabulary.dice_forge import (
    DraftCard,
    GroupRevealed,
    PerformFeat,
    ResolveFace,
    SanctuaryReduced,
    UseTriton,
)

PLATFORM = {
    "dialect": "bga",
    "draft_slot_order": "chance",
    "hammer_rule": "bga",
    "conversion": "face",
    "triton_auto": True,
    "cerberus_on_minotaur": True,
    "simultaneous_order": "auto",
    "platform_events": True,
    "quirks": list(QUIRKS),
}
NAMES = ("Ann", "Ben", "Cay", "Dot")


def table_log(seed, policy, card_set=None):
    """A self-played game as a table of the platform tells it: what packets do not tell is unknown from the start."""
    rules, rng = ruleset("dice_forge"), Random(seed)
    sets = ("basic", "advanced", "random", "draft")
    drawn = {"card_set": card_set or rng.choice(sets), "promo_cards": rng.random() < 0.7}
    drawn["tie_breaker"] = rng.choice(("none", "bga"))
    drawn["monster_stack"] = rng.choice(("hydra_first", "harpy_first"))
    game = Replay(rules, header_for(rules, seed, rng.randint(2, 4), PLATFORM | drawn))
    while game.standings is None:
        if isinstance(item := game.state.newest, PoolReduction):
            actor, event = None, SanctuaryReduced(item.pool, None)
        else:
            actor, event = _next_action(rules, game.state, rng, policy)
        game.play(actor, _as_told(game, actor, event))
        game.settle()
    log = game.log()
    bought = {record.event.card for record in log.records if isinstance(record.event, PerformFeat)}
    return GameLog(log.header, [_revealed(record, bought) for record in log.records])


def _next_action(rules, state, rng, policy):
    """The next event in the order in which the platform asks."""
    if (drawn := rules.outcome(state)) is not None:
        return None, drawn.sample(rng)
    legal = list(rules.legal(state))
    if isinstance(state.newest, Resolving):
        earliest = min(turn_of(state, seat) for seat, event in legal if not isinstance(event, UseTriton))
        legal = [(seat, event) for seat, event in legal if turn_of(state, seat) == earliest]
        legal = [(seat, event) for seat, event in legal if not _is_hammered_first(state, seat, event)]
    return legal[rng.randrange(len(legal)) if policy == "random" else rules.selfplay.choose(state, legal, rng)]


def _is_hammered_first(state, seat, event):
    return isinstance(event, ResolveFace) and (event.automatic or first(state, seat).die != event.die)


def _as_told(game, actor, event):
    """What looks the same on the platform as the reading takes it; colours only where they are unusual."""
    if isinstance(event, GroupRevealed):
        return GroupRevealed(event.slot, event.group)
    if isinstance(event, DraftCard) and set(event.colors) == set(usual_colors(game.state)):
        return DraftCard(event.group)
    if isinstance(event, ResolveFace) and event.convert:
        end = _after(game, actor, event)
        legal = [e for who, e in game.rules.legal(game.state) if who == actor and isinstance(e, ResolveFace)]
        return next(e for e in legal if _after(game, actor, e) == end)
    return event


def _after(game, actor, event):
    position = fork(game.state)
    game.rules.apply(position, actor, event)
    figures = [game.rules.figures(position, seat) for seat in range(len(position.players))]
    return figures, list(game.rules.legal(position))


def _revealed(record, bought):
    """In random mode a table tells the groups of which somebody bought; a stack by its second monster only."""
    event = record.event
    if isinstance(event, GroupRevealed):
        group = event.group
        cards = {card for card in bought if CARDS[card].slot == event.slot}
        if group == "monster_stack" and cards == {"hydra"}:
            group = "hydra"
        event = GroupRevealed(event.slot, group if cards else None)
    return Record(record.seq, record.actor, event)


def examined(answer, **changes):
    """What comes of an archive answer, given as text or as JSON."""
    text = answer if isinstance(answer, str) else json.dumps({**answer, **changes})
    return examine(Blob("table", text.encode()))


def events_of(log):
    return [(record.actor, record.event) for record in log.records]


def _by_rule(faces):
    """What the plain faces of a roll give."""
    keys = ("gold", "fireshard", "moonshard", "vp")
    found = dict.fromkeys(keys, 0)
    for face in faces:
        if KIND.get(FACE_OF.get(face)) == "fixed":
            for key, n in zip(keys, CHOICES[FACE_OF[face], 1][0].amounts, strict=True):
                found[key] += n
    return found


class Packets:
    """Packets made by hand: one move after the other; players 11, 12, 13 ... named Ann, Ben, Cay, Dot."""

    def __init__(self, n=3, **options):
        self.players = [{"id": 11 + k, "name": NAMES[k], "color": f"#00000{k}"} for k in range(n)]
        self.options = options
        self.packets = []
        self.move(None)
        self.note("notifBeginTurn", turn=1, totalTurns=10)
        self.note("notifBeginPlayerTurn", player_name=NAMES[0], player_id="11")

    def move(self, number="next"):
        """A new packet."""
        last = max((int(p["move_id"]) for p in self.packets if p["move_id"]), default=1)
        number = str(last + 1) if number == "next" else number
        packet = {"channel": "/table/t1", "table_id": 1, "packet_id": str(len(self.packets) + 1), "move_id": number}
        self.packets.append(packet | {"time": "1609459200", "data": []})
        return self

    def note(self, type_, log="", **args):
        """A notification in the present packet."""
        uid = f"{len(self.packets)}-{len(self.packets[-1]['data'])}"
        self.packets[-1]["data"].append({"uid": uid, "type": type_, "log": log, "args": args or []})
        return self

    def rolls(self, *faces, first=0, **amounts):
        """Rolls of players in the order of their seats from `first`, in the platform's words.

        What plain faces give is told with them, unless other amounts are given.
        """
        for k, pair in enumerate(faces):
            seat = (first + k) % len(self.players)
            dice = dict(zip(("dice1", "dice2"), pair, strict=False))
            told = amounts or _by_rule(pair)
            self.note("notifBlessing", player_id=str(11 + seat), player_name=NAMES[seat], roll=1, **dice, **told)
        return self

    def gets(self, seat, **amounts):
        """An answer by its amounts."""
        return self.note("notifBlessing", player_id=str(11 + seat), player_name=NAMES[seat], **amounts)

    def counters(self, **values):
        """updateCounters."""
        return self.note(
            "updateCounters", **{k: {"counter_name": k, "counter_value": str(v)} for k, v in values.items()}
        )

    def read(self):
        """What comes of them."""
        answer = {"status": 1, "data": {"logs": self.packets, "players": self.players}}
        return examined(answer, table={"options": self.options} if self.options else None)

    def events(self):
        """The decisions and chance events read, after the setup."""
        report = self.read()
        assert report.replay is not None, report.problem
        assert report.verdict in ("incomplete", "valid"), (report.replay.broke, report.replay.discrepancies)
        return events_of(report.game_log())

    def read_at(self, position):
        """What comes of them when they are read on from a position: the replay."""
        self.packets[0]["data"] = self.packets[0]["data"][2:]
        answer = {"status": 1, "data": {"logs": self.packets, "players": self.players}}
        document = bga_diceforge.parse(json.dumps(answer))
        replay = Replay(position.rules, position_header(len(self.players)))
        replay.state = position.state
        with contextlib.suppress(Stopped):
            reading.read(document, replay)
        return replay


def position_header(n):
    """A header for so many players; the position that is read on from was made of another."""
    return Header("dice_forge", "1", {}, tuple(Seat(name) for name in NAMES[:n]))


def played(replay):
    """Who did what."""
    return [(actor, event) for actor, event, _ in replay.played]

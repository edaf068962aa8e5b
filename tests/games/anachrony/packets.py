"""Packets for tests: self-played games that a table of the platform could have seen, and packets made by hand."""

import itertools
import json
from random import Random

from engine.games.anachrony import items
from engine.games.anachrony.components import TUG
from engine.intake import examine
from engine.replay import Replay
from engine.rules import ruleset
from events.files import Blob
from events.vocabulary import anachrony as events
from tests.games.anachrony.table import header

IDS = {"Ann": "11", "Bob": "12", "Cyd": "13"}
ALIKE = {"recruit_04": "recruit_02", "mine_08": "mine_02", "mine_07": "mine_03", "mine_09": "mine_04"}
GOODS = ("neutronium", "gold", "uranium", "titanium", "water", "energy_core")


def table_log(seed, policy="sensible", **options):
    """A self-played game in the order in which the platform asks, with what its packets can tell."""
    rules, rng = ruleset("anachrony"), Random(seed)
    drawn = {"preset": "bga", "board_side": rng.choice("ab"), "path_assignment": rng.choice(("given", "choice"))}
    game = Replay(rules, header(rng.randint(2, 4), **(drawn | options)))
    while True:
        game.settle()
        awaited = rules.awaited(game.state)
        if not awaited:
            return game.log()
        item = awaited[0]
        if isinstance(item, items.Ability | items.ResourceFound):
            item = min(awaited, key=lambda each: each.seat if each.seat is not None else each.player)
        game.play(*answer(rules, game.state, item, rng, policy))


def answer(rules, state, item, rng, policy):
    """Who does what about an item: seat 1 is first, and as many tokens come back as may."""
    if isinstance(item, items.FirstPlayerDrawn):
        return None, events.FirstPlayer(0)
    if isinstance(item, items.ResourceFound):
        return None, events.RandomResource(item.player, rng.choice(TUG))
    if item.seat is None:
        return None, rules.outcome(state).sample(rng)
    actions = [action for action in rules.legal(state) if action[0] == item.seat]
    if isinstance(item, items.TokensBack):
        return max(actions, key=lambda action: action[1].count)
    if policy == "random" or rng.random() < 0.2:
        return rng.choice(actions)
    return actions[rules.selfplay.choose(state, actions, rng)]


def events_of(log):
    """Who did what; cards that look alike (AN-16.34) count as equal."""
    return [(record.actor, _alike(record.event)) for record in log.records]


def _alike(event):
    if isinstance(event, events.DrawRecruitCard | events.DrawMineCard):
        return type(event)(ALIKE.get(event.card, event.card))
    return event


def is_open(log, states):
    """AN-16.45: what packets leave open: the space that was copied; without prompts whether a placement is nested."""
    happened = [record.event for record in log.records]
    left = any(
        isinstance(e, events.FreeAction) and isinstance(n, events.Decline) for e, n in itertools.pairwise(happened)
    )
    return any(isinstance(event, events.CopyWorkerSpace) for event in happened) or (left and not states)


def examined(answer):
    """The report on an archive answer or a list of packets."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return examine(Blob("table.json", text.encode()))


class Packets:
    """Packets made by hand: entries are added, `ask` ends a request with a prompt, `end` without."""

    def __init__(self):
        self.packets, self.entries, self.uid = [], [], 0

    def add(self, type_, log="", **args):
        self.uid += 1
        self.entries.append({"uid": f"u{self.uid}", "type": type_, "log": log, "args": args or []})
        return self

    def note(self, name="", log="", **args):
        named = {"player_id": IDS[name], "player_name": name} if name else {}
        return self.add("note", log, **named, **args)

    def move(self, mobile, parent, **args):
        return self.add("move", mobile=mobile, parent=parent, **args)

    def place(self, worker, suit, space):
        return self.move(f"worker_{worker}", f"exosuit_{suit}").move(f"exosuit_{suit}", space)

    def _figures(self, name, figures):
        for figure, value in figures.items():
            self.add("counter", id=f"res_{IDS[name]}_{GOODS.index(figure) + 1}", nb=value)

    def pay(self, name, code=0, paradox=0, vp=0, **figures):
        self._figures(name, figures)
        self.add("counter", id=f"vp_{IDS[name]}", nb=vp).add("setparadox", player_id=IDS[name], nb=paradox)
        return self.note(name, "pays", cost=str(code)) if code else self

    def gain(self, name, code, **figures):
        self._figures(name, figures)
        return self.note(name, "gains", cost=str(code))

    def end(self):
        number = str(len(self.packets) + 1)
        self.packets.append({"channel": "/table/t9", "packet_id": number, "time": "1700000000", "data": self.entries})
        self.entries = []
        return self

    def ask(self, name, *keys, state=5):
        selectable = {"selectable": {key: [] for key in keys}}
        return self.add("gameStateChange", id=state, active_player=IDS[name], args=selectable).end()

    def read(self):
        if self.entries:
            self.end()
        return examined(self.packets)

    def events(self, since=events.ChooseWarp):
        """What was read after the last event of a kind."""
        found = [(actor, event) for actor, event, _ in self.read().replay.played]
        last = max(n for n, (_, event) in enumerate(found) if isinstance(event, since))
        return found[last + 1 :]


def table():
    """The table of 16G in Era 1 when the Action phase begins; everybody has two powered Exosuits."""
    made = Packets()
    for name, path in (("Ann", 1), ("Bob", 2), ("Cyd", 3)):
        named = {"player_id": IDS[name], "player_name": name}
        made.add("chooseleader", **named, path=path, leadernb=1, leader="")
    cubes = {str(n): {"id": str(n), "type": str(kind)} for n, kind in enumerate((2, 3, 3, 3, 4, 3, 2, 4), 1)}
    workers = {n: {"id": n, "type": kind} for n, kind in (("16", "1"), ("17", "3"), ("18", "4"), ("19", "4"))}
    made.add("newturn", turn=1, superproject={"id": 2, "type": 8}, mineres=cubes, workers=workers).note()
    for number, (tile, old) in enumerate(((105, 1), (203, 16), (311, 31), (402, 46)), 1):
        made.add("revealbuilding", building={"id": old + 1, "category": number, "type": str(tile)})
        made.move(f"building_{old}", f"phbuilding{number}2_null", position="last")
    made.note().ask("Ann", "Finish")
    for name, suits in (("Ann", (13, 14)), ("Bob", (7, 8)), ("Cyd", (1, 2))):
        core, water = {"Ann": (2, 8), "Bob": (3, 8), "Cyd": (2, 11)}[name]
        made.pay(name).move(f"exosuit_{suits[0]}", f"phpower1_{IDS[name]}").ask(name, "Finish", "Undo")
        made.pay(name, 1000000, energy_core=core).move(f"exosuit_{suits[1]}", f"phpower4_{IDS[name]}")
        made.ask(name, "Finish", "Undo").gain(name, 400000, water=water)
    return made.note().ask("Ann", state=8).note().ask("Ann", "Pass")

"""Self-played games of Dice Forge at a table of the platform's own program: the same chance, the same decisions."""

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from dice_forge_program import END, Piece, Program, Prompt
from dice_forge_rare import AMOUNTS, GRANTS, TAKES
from dice_forge_rare import BOAR as BEARS
from msgspec import Struct
from platform_program import Refused

from engine.games.dice_forge.components import BOAR, CARDS, FACES, GROUPS, SLOTS, STACK
from engine.games.dice_forge.options import QUIRKS, VERSION
from engine.games.dice_forge.readings._bga_amounts import Shown, shows
from engine.intake import examine
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import next_action, seats_of
from events.files import Blob
from events.log.record import Header
from events.vocabulary import dice_forge as ev

RULES = ruleset("dice_forge")
DECKS = {"basic": 1, "advanced": 99, "random": 2, "draft": 3}
MOST_REQUESTS = 4000
SYMBOLS = ("[G]", "[FS]", "[MS]", "[VP]", "[H]")
RESOURCES = {"gold": "gold", "sun": "fireshard", "moon": "moonshard"}
NO_SHARDS = {"fireshard": 0, "moonshard": 0, "ancientshard": 0}


class Difference(Exception):
    """The program and this project disagree."""


class Decision(Struct):
    """A decision of a seat; `epoch` counts the rolls before it, `shown` are the amounts that may stand for it."""

    seq: int
    epoch: int
    event: Any
    shown: list[Shown]


def compare(program: Program, seed: int, beyond: Counter[str]) -> str:
    """`equal`, or what is different. `beyond` counts what the program asks for and the rules here answer by rule."""
    game, decisions, chance = _played(Random(f"requests/{seed}"))
    if chance is None:
        return "skipped: boars of other colours"
    options = game.header.options
    ids = [seat.player for seat in game.header.seats]
    numbers = {
        "100": DECKS[options["card_set"]],
        "101": int(options["promo_cards"]),
        "102": 1,
        "103": 0,
        "104": int(options["remove_gold_6"]),
        "105": 0,
        "106": 0,
    }
    program.begin(ids, numbers, seed, chance=chance, before_first=(options["first_drafter"] - 2) % len(ids))
    feeder = Feeder(program, decisions, beyond)
    try:
        feeder.run()
    except (Difference, Refused) as difference:
        return f"{feeder.last}: {difference}"
    ours = {game.header.seats[each.seat].player: each.vp for each in game.standings or []}
    result = program.result()
    if ours != result["final"]:
        return f"final scores {result['final']}, expected {ours}"
    report = examine(Blob(f"{seed}.json", json.dumps(result["table"]).encode()))
    if report.verdict != "valid":
        return (
            f"the program's table is {report.verdict} {report.problem or (report.replay and report.replay.broke) or ''}"
        )
    return "equal"


def _played(rng: Random) -> tuple[Replay, list[list[Decision]], dict[str, Any] | None]:
    """A self-played game with the platform's rules, the decisions by seat, and its chance as the program takes it."""
    players = rng.randint(2, 4)
    options = {
        "dialect": "bga",
        "quirks": list(QUIRKS),
        "card_set": rng.choice(list(DECKS)),
        "promo_cards": rng.random() < 0.5,
        "monster_stack": "harpy_first",
        "first_drafter": rng.randrange(players),
        "remove_gold_6": players == 2 and rng.random() < 0.5,
    }
    game = Replay(RULES, Header("dice_forge", VERSION, options, seats_of(players)))
    policy = rng.choice(("sensible", "random", "random"))
    decisions: list[list[Decision]] = [[] for _ in range(players)]
    chance: dict[str, Any] = {"rolls": [[] for _ in range(players)], "slots": [], "groups": {}, "removed": {}}
    epoch, is_known = 0, True
    while RULES.standings(game.state) is None:
        actor, event = next_action(RULES, game.state, rng, policy)
        if isinstance(event, ev.DraftCard) and event.colors:
            event = ev.DraftCard(event.group)
        if actor is None:
            epoch += isinstance(event, ev.DiceRolled)
            is_known &= _take_chance(chance, event)
        else:
            amounts = isinstance(event, ev.ResolveFace | ev.BoarReward | ev.AllocateGold)
            shown = shows(RULES, game.state, actor, event) if amounts else []
            decisions[actor].append(Decision(game.seq, epoch, event, shown))
        game.play(actor, event)
        game.settle()
    return game, decisions, chance if is_known else None


def _take_chance(chance: dict[str, Any], event: Any) -> bool:
    """Take in a chance event; returns whether the program can be given it."""
    if isinstance(event, ev.DiceRolled):
        chance["rolls"][event.player].append({die: FACES[face].bga for die, face in event.dice.items()})
    elif isinstance(event, ev.DraftSlot):
        chance["slots"].append(SLOTS[event.slot].bga)
    elif isinstance(event, ev.SanctuaryReduced):
        chance["removed"][event.pool] = [FACES[face].bga for face in event.removed or ()]
    elif isinstance(event, ev.GroupRevealed) and event.group is not None:
        chance["groups"][SLOTS[event.slot].bga] = "boar" if event.group == BOAR else _kind(event.group)
        return not event.colors
    return True


def _kind(group: str) -> str:
    """The program's name of a group; of the boars, that of one of them."""
    if group == BOAR:
        return CARDS[GROUPS[BOAR].cards[0]].bga
    return GROUPS[STACK].bga if group == STACK else CARDS[group].bga


class Feeder:
    """Gives each player's decisions to the program where it asks for them."""

    def __init__(self, program: Program, decisions: list[list[Decision]], beyond: Counter[str]) -> None:
        self.program, self.beyond = program, beyond
        self.decisions = dict(zip(program.ids, decisions, strict=True))
        self.last = ""
        self.copies: dict[int, list[str]] = {}

    def run(self) -> None:
        """Until the end of the game. Raises Difference, Refused."""
        for _ in range(MOST_REQUESTS):
            prompt = self.program.prompt
            if prompt.state == END:
                left = [each for waiting in self.decisions.values() for each in waiting]
                if left:
                    raise Difference(f"over before {left[0].event} (move {left[0].seq})")
                return
            if not self._use_token(prompt):
                self._answer(prompt, prompt.active[0])
        raise Difference("no end")

    def _use_token(self, prompt: Prompt) -> bool:
        """A Triton token, if that is the next decision of the player whose turn it is."""
        waiting = self.decisions.get(prompt.turn, [])
        if not waiting or prompt.turn not in prompt.active or not isinstance(waiting[0].event, ev.UseTriton):
            return False
        if "actUseTritonToken" not in prompt.actions or waiting[0].epoch > prompt.rolled:
            return False
        event = waiting.pop(0).event
        amounts = {"moonshard": 2} if event.resource == "moon" else {"fireshard": 2} if event.resource == "sun" else {}
        if event.resource == "gold":
            amounts = {"gold": 6 - event.to_hammer, "hammer": event.to_hammer}
        self._send(prompt.turn, "actUseTritonToken", {name: amounts.get(name) or None for name, _ in AMOUNTS[:5]})
        return True

    def _send(self, player: int, action: str, *args: Any) -> None:
        self.last = f"{self.last}, {action}{args}"
        self.program.act(player, action, *args)

    def _next(self, prompt: Prompt, player: int, *kinds: type, fits: Callable[[Any], bool] = lambda event: True) -> Any:
        """The decision that a prompt asks for, among those before the next roll; None if there is none."""
        waiting = self.decisions[player]
        for place, each in enumerate(waiting):
            if each.epoch > prompt.rolled:
                break
            if isinstance(each.event, kinds) and fits(each.event):
                self.last = f"move {each.seq}, {prompt.name}, {each.event}"
                return waiting.pop(place)
        self.last = f"before {waiting[0].event if waiting else 'the end'}, {prompt.name}"
        return None

    def _answer(self, prompt: Prompt, player: int) -> None:
        args = prompt.args.get(str(player)) if isinstance(prompt.args, dict) else None
        if prompt.name in TAKES:
            kind = (args or {}).get("action")
            if kind not in _KINDS:
                raise Difference(f"{prompt.name} asks for {kind}")
            _KINDS[kind](self, prompt, player, args)
        elif prompt.name.lower().endswith("forgeship"):
            self._ship(prompt, player, args)
        elif prompt.name in _STATES:
            _STATES[prompt.name](self, prompt, player)
        else:
            raise Difference(f"state {prompt.name}")

    def _amounts(self, prompt: Prompt, player: int, args: dict[str, Any]) -> None:
        side = args["sides"][0]
        number = int(side["num"])
        if number == 3:
            found = self._next(prompt, player, ev.BoarReward)
        else:
            is_die = lambda event: getattr(event, "die", number) == number  # noqa: E731  # short
            found = self._next(prompt, player, ev.ResolveFace, ev.AllocateGold, fits=is_die)
        offers = args["possibilities"]
        offers = list(offers.values() if isinstance(offers, dict) else offers)
        if found is None:
            self.beyond[f"amounts of {side['type']} in {prompt.name}"] += 1
            self._next(prompt, player, ev.ChooseFirstDie)  # DF-12.35: not asked for
            chosen = offers[0]
        else:
            wanted = [tuple(map(abs, shown)) for shown in found.shown]
            fitting = [each for each in offers if tuple(abs(int(each[symbol])) for symbol in SYMBOLS) in wanted]
            if not fitting:
                raise Difference(f"none of {[each['text'] for each in offers]} is {found.event}, {wanted}")
            chosen = fitting[0]
        amounts = {name: chosen.get(symbol) or None for name, symbol in AMOUNTS}
        self._send(player, TAKES[prompt.name], chosen["num"], side["type"], amounts)

    def _copy(self, prompt: Prompt, player: int, args: dict[str, Any]) -> None:
        asked = args["side_choice"]
        others = [face for id_ in self.program.ids if id_ != player for face in prompt.faces_up(id_)]
        found = self._next(prompt, player, ev.ChooseSatyrFaces)
        if found is not None:
            faces: list[str | None] = [FACES[face].bga for face in found.event.faces]
        else:
            faces = [None, None]
            visible = [face for face in others if face != "mirror"] or prompt.faces_up(player)
            for die in (1, 2):
                if asked[f"side{die}"]:
                    copied = self._next(prompt, player, ev.CopyFace, fits=lambda event, die=die: event.die == die)
                    faces[die - 1] = FACES[copied.event.face].bga if copied else visible[0]
                    if prompt.card == "satyres" and copied is None:
                        faces[die - 1] = others[die - 1]
                    self.beyond["faces to copy"] += copied is None
        self._send(player, "actSideChoice", *faces, None)

    def _first(self, prompt: Prompt, player: int, args: dict[str, Any]) -> None:
        sides = args.get("sides") or ()
        places = [int(place) for place in sides] if isinstance(sides, dict) else list(range(len(sides)))
        found = self._next(prompt, player, ev.ChooseFirstDie) if len(places) > 1 else None
        self.beyond["the first die"] += found is None
        self._send(player, "actActionChoice", "ressource", found.event.die if found else places[0] + 1)

    def _cerberus(self, prompt: Prompt, player: int, args: dict[str, Any]) -> None:
        found = self._next(prompt, player, ev.UseCerberus)
        self.beyond["a Cerberus token"] += found is None
        self._send(player, "actUseCerberusToken", found.event.use if found else False)

    def _ship(self, prompt: Prompt, player: int, args: Any) -> None:
        number = int(args["sides"][0]["num"]) if args and args.get("sides") else 1
        found = None if self._is_repeated_first(player) else self._next(prompt, player, ev.ShipForge, ev.ShipPass)
        if found is None or isinstance(found.event, ev.ShipPass):
            self.beyond["a ship"] += found is None
            self._send(player, "actForgeShipPass", number)
        else:
            self._forge(prompt, player, found.event)

    def _is_repeated_first(self, player: int) -> bool:
        """Whether the player's next ship is one that is repeated by a token; the rules skipped it before."""
        events = (each.event for each in self.decisions[player])
        ships = (ev.ShipForge, ev.ShipPass)
        found = next((e for e in events if isinstance(e, ships) or (isinstance(e, ev.UseCerberus) and e.use)), None)
        return isinstance(found, ev.UseCerberus)

    def _forge(self, prompt: Prompt, player: int, event: Any, places: tuple[str, ...] = ()) -> None:
        kind, replaced = FACES[event.face].bga, FACES[event.replaced].bga
        new = [
            side
            for side in prompt.sides
            if side.type == kind and (side.location in places or (side.location.isdigit() and int(side.location) <= 15))
        ]
        die = f"dice{event.die}-p{player}"
        old = [side for side in prompt.replaceable(player) if side.type == replaced and side.location == die]
        if not new or not old:
            raise Difference(f"{'no face ' + kind if not new else 'no face ' + replaced} to forge")
        rolled = [side for side in old if side.place != "0"]  # the face that shows stays as long as there is another
        self._send(player, "actBuyForge", new[0].id, (rolled or old)[0].id)

    def _draft(self, prompt: Prompt, player: int) -> None:
        self._send(player, "actDraft", _kind(self._due(prompt, player, ev.DraftCard).group))

    def _due(self, prompt: Prompt, player: int, *kinds: type) -> Any:
        found = self._next(prompt, player, *kinds)
        if found is None:
            raise Difference(f"{prompt.name} asks, and nothing was decided")
        return found.event

    def _roll(self, prompt: Prompt, player: int) -> None:
        self._send(player, "actRollDice")

    def _reinforcement(self, prompt: Prompt, player: int) -> None:
        found = self._next(prompt, player, ev.UseReinforcement, ev.EndReinforcement)
        if found is None or isinstance(found.event, ev.EndReinforcement):
            self.beyond["reinforcements"] += found is None
            self._send(player, "actReinforcementPass")
            return
        event, kind = found.event, CARDS[found.event.card].bga
        cards = prompt.args.values() if isinstance(prompt.args, dict) else prompt.args
        own = [card for card in cards if card["type"] == kind and not card.get("unusable")]
        if not own:
            raise Difference(f"no card {kind} to use")
        resource = None
        if event.resource is not None:
            resource = "hammer" if event.to_hammer else RESOURCES[event.resource]
        self._send(player, "actReinforcement", own[0]["id"], resource, event.die)

    def _action(self, prompt: Prompt, player: int) -> None:
        if prompt.args["isForging"]:
            found = self._next(prompt, player, ev.ForgeFace, ev.EndForge)
            if found is None or isinstance(found.event, ev.EndForge):
                self.beyond["the end of forging"] += found is None
                self._send(player, "actEndForge")
            else:
                self._forge(prompt, player, found.event)
            return
        event = self._due(prompt, player, ev.ForgeFace, ev.PerformFeat, ev.PassAction)
        if isinstance(event, ev.PassAction):
            self._send(player, "actEndPlayerTurn")
        elif isinstance(event, ev.ForgeFace):
            self._forge(prompt, player, event)
        else:
            card = self._card(prompt, CARDS[event.card].bga)
            self._send(player, "actBuyExploit", card.id, NO_SHARDS)

    def _card(self, prompt: Prompt, kind: str) -> Piece:
        for card in sorted(prompt.cards, key=lambda card: int(card.id)):
            if card.type == kind and len(card.location) == 2:
                return card
        raise Difference(f"no card {kind} to buy")

    def _second(self, prompt: Prompt, player: int) -> None:
        found = self._next(prompt, player, ev.ExtraAction)
        self.beyond["an extra action"] += found is None
        self._send(
            player,
            "actSecondAction",
            bool(found and found.event.take),
            {"fireshard": 2, "ancientshard": 0},
        )

    def _effect(self, prompt: Prompt, player: int) -> None:
        others = [id_ for id_ in self.program.ids if id_ != player]
        if prompt.args["card"]["action"] == BEARS and len(others) == 1:  # the rules choose him
            self._send(player, "actExploitBoar", others[0])
            return
        event = self._due(prompt, player, ev.ChooseBlessingDie, ev.ChooseBearer, ev.ForgeGranted)
        if isinstance(event, ev.ChooseBlessingDie):
            self._send(player, "actExploitEnigma", event.die)
        elif isinstance(event, ev.ChooseBearer):
            self._send(player, "actExploitBoar", self.program.ids[event.bearer])
        else:
            self._forge(prompt, player, event, (GRANTS.get(prompt.args["card"]["action"], ""),))

    def _boar(self, prompt: Prompt, player: int) -> None:
        self._forge(prompt, player, self._due(prompt, player, ev.ForgeGranted))


_KINDS = {
    "ressource": Feeder._amounts,
    "side": Feeder._copy,
    "actionChoice": Feeder._first,
    "cerberusToken": Feeder._cerberus,
}
_STATES = {
    "draft": Feeder._draft,
    "beginPlayerTurn": Feeder._roll,
    "reinforcement": Feeder._reinforcement,
    "playerAction": Feeder._action,
    "secondAction": Feeder._second,
    "exploitEffect": Feeder._effect,
    "exploitForgeBoar": Feeder._boar,
}

"""Players at the tables of the platform's own program: at random, or with a liking for what has been seen least."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

from dice_forge_program import END, Piece, Program, Prompt
from msgspec import Struct
from platform_program import Refused
from platform_runs import Made

NAMES = ("Ann", "Bob", "Cyd", "Dan")
MOST_REQUESTS, MOST_REFUSALS = 4000, 60
DECKS = (1, 99, 2, 3)
"""The table's option for the cards: basic, advanced, random, draft."""
LATER = ("pegasus", "wheelFortune", "cornucopia", "diceTower")
"""Cards that the rules here leave out: they may lie on the table, and are bought only if that is asked for."""
TAKES = {
    "ressourceChoice": "actTakeRessource",
    "doeRessourceChoice": "actDoeTakeRessource",
    "playerOustingChoice": "actOustedRessources",
    "exploitRessource": "actExploitRessource",
}
AMOUNTS = (
    ("gold", "[G]"),
    ("vp", "[VP]"),
    ("hammer", "[H]"),
    ("moonshard", "[MS]"),
    ("fireshard", "[FS]"),
    ("ancientshard", "[AS]"),
    ("loyalty", "[L]"),
    ("maze", "[M]"),
)
GRANTS = {"side3x": "15", "sideMirror": "11", "sideShip": "13", "shieldForge": "12"}
"""Where the program keeps the faces that an effect grants."""
SATYRS, ENIGMAS, BOAR = "steal2", ("4Throws", "4ThrowsTransform"), "boarForge"


class Request(Struct, frozen=True):
    """A request that a player could send; `kind` names what is rare about it; `worth` beside 1."""

    player: int
    action: str
    args: tuple[Any, ...]
    kind: str
    worth: float = 1.0


class Players:
    """What has been seen so far over a whole run, and the choices that follow from it."""

    def __init__(self, policy: str, beyond: bool = False) -> None:
        self.is_rare, self.beyond = policy == "rare", beyond
        self.seen: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def play(self, program: Program, seed: int) -> dict[str, Any]:
        """One table to its end: its name, its options, its `result`, and why it stopped, if it did."""
        rng = Random(f"{self.is_rare}/{seed}")
        players, deck, options = self._options(rng)
        names = list(NAMES[:players])
        rng.shuffle(names)
        program.begin(names, options, seed)
        leaves = rng.randint(5, 150) if self.is_rare and rng.random() < 0.03 else 0
        fault = _Table(self, program, rng, leaves).play()
        kind = "r" if self.is_rare else "m"
        end = "_left" if leaves else ""
        name = f"{kind}{seed}_p{players}_d{deck}_m{options['101']}{end}"
        result = program.result()
        beside = {"options": options, "seed": seed, "fault": fault, "final": result["final"]}
        return Made(name, result["table"], beside, fault)

    def _options(self, rng: Random) -> tuple[int, int, dict[str, int]]:
        players, deck = rng.randint(2, 4), rng.choice(DECKS)
        promos = rng.randint(0, 1) if deck in (2, 3) else 0
        with_later = int(self.is_rare and deck == 2 and rng.random() < 0.2)
        fewer = int(players == 2 and rng.random() < 0.5)
        return (
            players,
            deck,
            {
                "100": deck,
                "101": promos,
                "102": 1,
                "103": rng.randint(0, 1),
                "104": fewer,
                "105": with_later,
                "106": with_later,
            },
        )

    def choose(self, requests: list[Request], rng: Random) -> Request:
        """One of several: by what it is worth, and if rare things are looked for, by how often it was seen."""
        weights = [each.worth / (1 + self.seen[each.kind] if self.is_rare else 1) for each in requests]
        return rng.choices(requests, weights)[0]


class _Table:
    """One table being played."""

    def __init__(self, players: Players, program: Program, rng: Random, leaves: int) -> None:
        self.players, self.program, self.rng, self.leaves = players, program, rng, leaves
        self.left: set[int] = set()
        self.hammers = [n for n in program.ids if rng.random() < 0.25]

    def play(self) -> str:
        """Play to the end; returns why it stopped before, or nothing."""
        refusals = 0
        for number in range(MOST_REQUESTS):
            prompt = self.program.prompt
            if prompt.state == END:
                return ""
            if number == self.leaves and number:
                self._leave(prompt)
            try:
                self._answer(self.program.prompt)
                refusals = 0
            except Refused as refused:
                self.players.refused[re.sub(r"\d{5,}", "#", str(refused))] += 1
                refusals += 1
                if refusals > MOST_REFUSALS:
                    return f"{prompt.name}: {refused}"
        return "no end"

    def _leave(self, prompt: Prompt) -> None:
        player = self.rng.choice(self.program.ids)
        self.left.add(player)
        self.program.leave(player)

    def _answer(self, prompt: Prompt) -> None:
        """Send one request. Raises Refused."""
        gone = [player for player in prompt.active if player in self.left]
        if gone:
            self.program.replace(gone[0])
            return
        player = self.rng.choice(prompt.active)
        requests = list(self._requests(prompt, player))
        if not requests:
            raise Refused(f"nothing to send in {prompt.name}")
        chosen = self.players.choose(requests, self.rng)
        if chosen.action != "actAutoHammer":
            self.players.seen[chosen.kind] += 1
        self.program.act(chosen.player, chosen.action, *chosen.args)

    def _requests(self, prompt: Prompt, player: int) -> Iterator[Request]:
        """What a player could send."""
        args = prompt.args.get(str(player)) if isinstance(prompt.args, dict) else None
        for hammer in self.hammers:
            if hammer in prompt.active and "actAutoHammer" in prompt.actions and self.rng.random() < 0.02:
                yield Request(hammer, "actAutoHammer", (self.rng.choice(("enable", "disable")),), "auto", 50)
        if player == prompt.turn and "actUseTritonToken" in prompt.actions and prompt.players[str(player)]["triton"]:
            yield from self._triton(prompt, player)
        if prompt.name in TAKES:
            if args:
                yield from self._choices(prompt, player, args)
        elif prompt.name.lower().endswith("forgeship"):
            if args:
                yield from self._ship(prompt, player, args)
        elif prompt.name in _STATES:
            yield from _STATES[prompt.name](self, prompt, player)

    def _triton(self, prompt: Prompt, player: int) -> Iterator[Request]:
        room = prompt.players[str(player)]["room"]
        offers = [{"moonshard": 2}, {"fireshard": 2}, {"gold": 6}]
        offers += [{"gold": 6 - n or None, "hammer": n} for n in range(1, min(room, 6) + 1)]
        for offer in offers:
            args = {name: offer.get(name) for name in ("gold", "vp", "hammer", "moonshard", "fireshard")}
            yield Request(player, "actUseTritonToken", (args,), f"triton {prompt.name} {sorted(offer)}", 0.1)

    def _choices(self, prompt: Prompt, player: int, args: dict[str, Any]) -> Iterator[Request]:
        """Answers about dice: amounts, faces to copy, the die to begin with, a token."""
        kind = args.get("action")
        state = f"{prompt.name} {prompt.card if prompt.name == 'exploitRessource' else ''}"
        if kind == "ressource" and args["sides"]:  # the program can ask for nothing
            side = args["sides"][0]["type"]
            offers = args["possibilities"]
            for each in offers.values() if isinstance(offers, dict) else offers:
                amounts = {name: each.get(symbol) or None for name, symbol in AMOUNTS}
                shown = "".join(symbol for name, symbol in AMOUNTS if amounts[name])
                yield Request(player, TAKES[prompt.name], (each["num"], side, amounts), f"{state} {side} {shown}")
        elif kind == "side":
            yield from self._copies(prompt, player, args, state)
        elif kind == "actionChoice":
            sides = args.get("sides") or ()  # a list, or by place where the first die is done
            for place, side in sides.items() if isinstance(sides, dict) else enumerate(sides):
                yield Request(player, "actActionChoice", ("ressource", int(place) + 1), f"{state} first {side}")
        elif kind == "cerberusToken":
            for use in (True, False):
                yield Request(player, "actUseCerberusToken", (use,), f"{state} cerberus {use}")

    def _copies(self, prompt: Prompt, player: int, args: dict[str, Any], state: str) -> Iterator[Request]:
        """A mirror's copy; for the Satyrs two of the others' dice, of which a mirror stands for any face to copy."""
        asked = args["side_choice"]
        others = [face for id_ in self.program.ids if id_ != player for face in prompt.faces_up(id_)]
        visible = [face for face in others if face != "mirror"]
        if "mirror" in others:
            visible += [face for face in prompt.faces_up(player) if face != "mirror"]
        pairs = list(product(visible or others, repeat=2))
        if prompt.card in LATER:  # faces of his own dice, foretold or chosen
            dice = [[side.type for side in prompt.sides if side.location == f"dice{die}-p{player}"] for die in (1, 2)]
            pairs = list(product(*dice))
        if prompt.name == "exploitRessource" and self.program.cards[prompt.card or ""]["action"] == SATYRS:
            dice = [(visible or others) if face == "mirror" else [face] for face in others]
            pairs = [pair for two in permutations(dice, 2) for pair in product(*two)]
        pairs = [(a if asked["side1"] else None, b if asked["side2"] else None) for a, b in pairs]
        for pair in dict.fromkeys(pairs):
            yield Request(player, "actSideChoice", (*pair, None), f"{state} copies {pair}")

    def _ship(self, prompt: Prompt, player: int, args: dict[str, Any]) -> Iterator[Request]:
        number = args["sides"][0]["num"] if args.get("sides") else 1
        yield Request(player, "actForgeShipPass", (number,), f"{prompt.name} passes", 0.5)
        gold = prompt.players[str(player)]["gold"] - args["minusCost"]
        yield from self._forge(prompt, player, gold, ())

    def _forge(self, prompt: Prompt, player: int, gold: int, without: tuple[str, ...]) -> Iterator[Request]:
        """Faces of the Sanctuary that can be paid, each put in place of one face."""
        pools = {side.type: side for side in prompt.sides if side.location.isdigit() and int(side.location) <= 10}
        for side in pools.values():
            cost = self.program.faces[side.type]["cost"]
            if cost <= gold and side.type not in without:
                yield self._put(prompt, player, side, 0.3 + cost / 6)

    def _put(self, prompt: Prompt, player: int, side: Piece, worth: float = 1.0) -> Request:
        faces = prompt.replaceable(player)
        poor = [face for face in faces if face.type == "G1"]
        replaced = self.rng.choice(poor if poor and self.rng.random() < 0.75 else faces)
        return Request(player, "actBuyForge", (side.id, replaced.id), f"{prompt.name} {side.type}", worth)

    def _draft(self, prompt: Prompt, player: int) -> Iterator[Request]:
        for card in prompt.args["exploits"]:
            if card["type"] not in LATER or self.players.beyond:
                yield Request(player, "actDraft", (card["type"],), f"draft {card['type']}")

    def _begin(self, prompt: Prompt, player: int) -> Iterator[Request]:
        yield Request(player, "actRollDice", (), "roll")

    def _reinforcement(self, prompt: Prompt, player: int) -> Iterator[Request]:
        yield Request(player, "actReinforcementPass", (), "reinforcement passes", 0.3)
        for card in prompt.args.values() if isinstance(prompt.args, dict) else prompt.args:
            if card.get("unusable") or int(card.get("type_arg") or 0):
                continue
            kind, id_ = card["type"], card["id"]
            if kind == "doe":
                for die in (1, 2):
                    yield Request(player, "actReinforcement", (id_, None, die), f"doe {die}")
            elif kind == "owl":
                for name in ("gold", "moonshard", "fireshard", "hammer"):
                    if name != "hammer" or prompt.players[str(player)]["room"]:
                        yield Request(player, "actReinforcement", (id_, name), f"owl {name}")
            else:
                yield Request(player, "actReinforcement", (id_,), f"reinforcement {kind}")

    def _action(self, prompt: Prompt, player: int) -> Iterator[Request]:
        own = prompt.players[str(player)]
        if prompt.args["isForging"]:
            yield Request(player, "actEndForge", (), "end of forging")
            yield from self._forge(prompt, player, own["gold"], tuple(own["forge"].split(",")))
            return
        yield Request(player, "actEndPlayerTurn", (), "no action", 0.05)
        yield from self._forge(prompt, player, own["gold"], ())
        shards = {"fireshard": 0, "moonshard": 0, "ancientshard": 0}
        slots: dict[str, list[Piece]] = {}
        for card in sorted(prompt.cards, key=lambda card: int(card.id)):
            if re.fullmatch("[MF][0-9]", card.location) or card.location in ("2", "6"):
                slots.setdefault(card.location, []).append(card)
        for cards in slots.values():
            boars = {card.type: card for card in cards if card.type.endswith("Boar")}
            for card in boars.values() or cards[:1]:
                kind = self.program.cards.get(card.type)  # the program lacks one that its options name
                if kind is None or (card.type in LATER and not self.players.beyond):
                    continue
                if kind["costFire"] <= int(own["res_fire"]) and kind["costMoon"] <= int(own["res_moon"]):
                    worth = 1.0 + kind["costFire"] + kind["costMoon"]
                    yield Request(player, "actBuyExploit", (card.id, shards), f"card {card.type}", worth)

    def _second(self, prompt: Prompt, player: int) -> Iterator[Request]:
        shards = {"fireshard": 2, "ancientshard": 0}
        for play, worth in ((True, 2.0), (False, 1.0)):
            yield Request(player, "actSecondAction", (play, shards), f"second action {play}", worth)

    def _effect(self, prompt: Prompt, player: int) -> Iterator[Request]:
        effect = prompt.args["card"]["action"]
        if effect in ENIGMAS:
            for die in (1, 2):
                yield Request(player, "actExploitEnigma", (die,), f"{effect} {die}")
        elif effect == BOAR:
            for other in self.program.ids:
                if other != player and other not in self.left:
                    yield Request(player, "actExploitBoar", (other,), "bearer")
        elif effect in GRANTS:
            for side in {side.type: side for side in prompt.sides if side.location == GRANTS[effect]}.values():
                yield self._put(prompt, player, side)

    def _pegasus(self, prompt: Prompt, player: int) -> Iterator[Request]:
        for island in prompt.args["islands"]:
            yield Request(player, "actPegasusIsland", (island,), f"pegasus {island}")

    def _pegasus_die(self, prompt: Prompt, player: int) -> Iterator[Request]:
        for die in (1, 2):
            yield Request(player, "actPegasusMinor", (die,), f"pegasus die {die}")

    def _boar(self, prompt: Prompt, player: int) -> Iterator[Request]:
        side = next(side for side in prompt.sides if side.id == str(prompt.args["id"]))
        yield self._put(prompt, player, side)


_STATES = {
    "draft": _Table._draft,
    "beginPlayerTurn": _Table._begin,
    "reinforcement": _Table._reinforcement,
    "playerAction": _Table._action,
    "secondAction": _Table._second,
    "exploitEffect": _Table._effect,
    "exploitForgeBoar": _Table._boar,
    "pegasusIsland": _Table._pegasus,
    "pegasusMinor": _Table._pegasus_die,
}

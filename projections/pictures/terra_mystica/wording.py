"""Short wordings for Terra Mystica: what a tile, a card or an action costs, gives and scores."""

from collections.abc import Iterator, Mapping
from functools import cache

from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    BUILDINGS,
    CULTS,
    FAVOR_TILES,
    GAME,
    SCORING_TILES,
    SPECIAL_ACTIONS,
    TERRAINS,
    TOWN_TILES,
    Amounts,
)
from engine.games.terra_mystica.shifting import SHAPESHIFTS
from engine.games.terra_mystica.state import NOBODY, Player, State
from events.problems import count

PLURALS = {
    **{name: f"{name}s" for name in ("coin", "worker", "priest", "spade", "bridge")},
    "power_token": "power tokens",
    "cult_steps": "cult steps",
    "shapeshift": "new home terrains",
}
NAMES = {"vp": "VP", "shapeshift": "new home terrain", "ship_step": "shipping step"}


def plain(name: str) -> str:
    """An id as words."""
    return "shipping level" if name == "shipping" else name.replace("_", " ")


def amount(n: int, what: str) -> str:
    """`1 priest`, `2 workers`, `+3 fire`."""
    if what in CULTS:
        return f"+{n} {what}"
    if what == "cult_choice":
        return f"{n} cult step" + ("s" if n > 1 else "")
    return f"{n} {PLURALS.get(what, NAMES.get(what, plain(what))) if n != 1 else NAMES.get(what, plain(what))}"


def amounts(table: Amounts) -> str:
    """A cost or a gain; steps on all four tracks are listed once."""
    steps = {table.get(cult, 0) for cult in CULTS}
    parts = [amount(n, what) for what, n in table.items() if what not in CULTS or len(steps) > 1]
    if len(steps) == 1 and steps != {0}:
        parts.append(f"+{steps.pop()} all cults")
    return ", ".join(parts)


def vp_per(table: Mapping[str, int]) -> str:
    """`2 VP per dwelling`; kinds of equal value are combined."""
    by_vp: dict[int, list[str]] = {}
    for what, n in table.items():
        by_vp.setdefault(n, []).append(plain(what))
    return ", ".join(f"{n} VP per {' / '.join(kinds)}" for n, kinds in by_vp.items())


def pass_vp(table: Mapping[str, list[int]]) -> str:
    """What passing scores: `pass: 1 VP per dwelling`, `pass: 2/3/3/4 VP for trading houses`."""
    by_list: dict[tuple[int, ...], list[str]] = {}
    for what, values in table.items():
        by_list.setdefault(tuple(values), []).append(plain(what))
    parts = []
    for worth, kinds in by_list.items():
        even = len(worth) == 2 or all(n == worth[1] * k for k, n in enumerate(worth))
        what = f"per {' / '.join(kinds)}" if even else f"for {' / '.join(kinds)}s"
        parts.append(f"{worth[1] if even else '/'.join(map(str, worth[1:]))} VP {what}")
    return f"pass: {', '.join(parts)}" if parts else ""


@cache
def favor(tile: str) -> tuple[str, str]:
    """A favor tile: its cult steps, and its other effects."""
    each = FAVOR_TILES[tile]
    more = [
        f"income {amounts(each.income)}" if each.income else "",
        vp_per(each.build_vp),
        pass_vp(each.pass_vp),
        f"town from {each.town_power}" if each.town_power else "",
        f"action: {amounts(SPECIAL_ACTIONS[each.action].gain)}" if each.action else "",
    ]
    return amounts(each.gain), "; ".join(filter(None, more))


@cache
def town(tile: str) -> tuple[str, str]:
    """A town tile: its points, and what else it gives."""
    each = TOWN_TILES[tile]
    rest = amounts({what: n for what, n in each.gain.items() if what != "vp"})
    keys = f"{each.keys} keys" if each.keys > 1 else ""
    return f"{each.gain.get('vp', 0)} VP", ", ".join(filter(None, (rest, keys)))


@cache
def card(name: str) -> tuple[str, str]:
    """A bonus card: its income, and its other effects."""
    each = BONUS_CARDS[name]
    more = [
        f"action: {amounts(SPECIAL_ACTIONS[each.action].gain)}" if each.action else "",
        f"shipping +{each.shipping}" if each.shipping else "",
        pass_vp(each.pass_vp),
    ]
    return amounts(each.income), "; ".join(filter(None, more))


def scoring(tile: str, round_: int) -> tuple[str, str]:
    """A scoring tile: what scores in its round, and its bonus, which the last round does not have (TM-6.7.4)."""
    each = SCORING_TILES[tile]
    if round_ >= GAME.rounds:
        return vp_per(each.vp), "no cult bonus"
    measure = "priest on an order" if each.bonus_per.measure == "priests_on_orders" else each.bonus_per.measure
    return vp_per(each.vp), f"{each.bonus_per.every} {measure}: {amounts(each.bonus)}"


def final(tile: str) -> str:
    """What a final scoring tile measures."""
    return "stronghold to sanctuary" if tile == "stronghold_sanctuary" else plain(tile)


_CODES = {plain(kind): building.snellman for kind, building in BUILDINGS.items()}


def coded(words: str) -> str:
    """The same in fewer letters: structures are named by their codes, such as `TP` for a trading house."""
    for kind, code in _CODES.items():
        words = words.replace(f"{kind}s", code).replace(kind, code)
    return words.replace(" / ", "/").replace("power tokens", "tokens")


SIGNS = {"coin": "c", "worker": "w", "priest": "p", "power": "pw", "vp": " VP"}
"""How costs and incomes are written where there is little room."""


def brief(table: Amounts) -> str:
    """A cost or an income in short: `2w 3c`."""
    return " ".join(f"{n}{SIGNS.get(what, ' ' + plain(what))}" for what, n in table.items() if n)


def action(name: str, player: Player) -> str:
    """A special action of a player: what it gives, and its price if it has one."""
    each = SPECIAL_ACTIONS[name]
    cost = dict.fromkeys(each.cost, player.rules.shapeshift_cost) if name in SHAPESHIFTS else each.cost
    return amounts(each.gain) + (f" for {amounts(cost)}" if cost else "")


def lands(player: Player) -> tuple[str, str] | None:
    """The terrains of a Fire & Ice faction: those unlocked, or the one it chose."""
    if player.unlocked:
        return "builds on", ", ".join(TERRAINS[terrain] for terrain in player.unlocked)
    return ("chosen terrain", TERRAINS[player.chosen]) if player.chosen != NOBODY else None


def owed(player: Player) -> Iterator[str]:
    """What a player still has to choose."""
    if player.favors_owed:
        yield f"has to take {player.favors_owed} favor tile{'s' if player.favors_owed > 1 else ''}"
    if player.towns_owed:
        yield f"has to take {player.towns_owed} town tile{'s' if player.towns_owed > 1 else ''}"
    if player.cult_owed:
        yield f"has to choose cult tracks for {', '.join(map(str, player.cult_owed))} steps"
    if player.loss_owed:
        yield f"has to step back {count(player.loss_owed, 'cult step')}"
    if player.tokens_owed:
        yield f"may buy {player.tokens_owed} power token{'s' if player.tokens_owed > 1 else ''}"
    if player.unlocks_owed:
        yield f"has to decide on {player.unlocks_owed} priest{'s' if player.unlocks_owed > 1 else ''}"


def standing(state: State, player: Player) -> list[str]:
    """Whether a player has passed or left, and who starts the next round."""
    marks = ["dropped"] if player.dropped else ["passed"] if player.passed and state.phase == "action" else []
    last = state.round == GAME.rounds
    return marks + (["starts the next round"] if state.start_player == player.seat and not last else [])


def due(state: State, player: Player) -> Iterator[str]:
    """What the current action still allows a player, or what the end of the round brings."""
    follow = state.followup
    if state.active != player.seat:
        spades = next((spades for seat, spades in state.spades_due if seat == player.seat), 0)
        if spades and not (player.unlocks_owed or player.loss_owed or player.cult_owed):
            yield f"will use {amount(spades, 'spade')}"
        return
    if follow.spades:
        yield f"has {amount(follow.spades, 'spade')} to use"
    if follow.bridges:
        yield f"may build {amount(follow.bridges, 'bridge')}"
    named = ("free_dwelling", "free_trading_house", "sandstorm")
    yield from (f"may use a {plain(name)}" for name in named if getattr(follow, name))
    if follow.shapeshift:
        yield "has to choose a new home terrain"


PHASES = {
    "setup_seating": "seats are drawn",
    "setup_scoring": "scoring tiles are drawn",
    "setup_cards": "bonus cards are drawn",
    "setup_boards": "boards are dealt",
    "setup_deal": "factions are dealt",
    "setup_intro": "dwellings and bonus cards are given",
    "setup_final": "the final scoring tile is drawn",
    "setup_auction": "the auction order is drawn",
    "setup_nomination": "factions are nominated",
    "setup_bidding": "factions are auctioned",
    "setup_faction": "factions are chosen",
    "setup_terrain": "home terrains are chosen",
    "setup_favor": "first favor tiles are chosen",
    "setup_dwellings": "first dwellings are placed",
    "setup_bonus": "first bonus cards are chosen",
    "action": "actions",
    "cult_bonus": "cult bonus",
    "income": "income",
    "final": "final scoring",
    "over": "the game is over",
}
AWAITED = {
    "Seating": "seats",
    "ScoringTiles": "scoring tiles",
    "BonusCards": "bonus cards",
    "FinalTile": "the final scoring tile",
    "Boards": "faction boards",
    "AuctionOrder": "the order of the auction",
    "FactionDeal": "factions",
    "FirstPosition": "first dwellings and bonus cards",
    "Faction": "a faction",
    "Terrain": "a home terrain",
    "StartFavor": "a favor tile",
    "Nomination": "a faction for the auction",
    "Bidding": "a bid",
    "InitialDwelling": "a first dwelling",
    "InitialCard": "a bonus card",
    "Answer": "whether to accept power",
    "CultSteps": "cult steps",
    "Token": "whether to buy a power token",
    "Unlock": "whether to unlock a terrain",
    "BonusSpades": "where to use bonus spades",
    "FreeUpgrade": "a free upgrade",
    "Choice": "",
    "MainAction": "a main action",
    "FreeDecision": "conversions, or the end of the turn",
    "Conversion": "",
}

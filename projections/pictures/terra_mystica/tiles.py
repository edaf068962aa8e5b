"""What lies beside the map: scoring tiles, power actions, bonus cards, favor and town tiles."""

from collections.abc import Iterable

from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    COMPONENTS,
    FACTIONS,
    FAVOR_TILES,
    GAME,
    POWER_ACTIONS,
    TOWN_TILES,
)
from engine.games.terra_mystica.state import NOBODY, State
from projections.pictures.pen import Block, box, ended, flow, label, length, moved, node, title
from projections.pictures.terra_mystica import wording

GAP = 6.0
CHIP = 36.0


def chip(head: str, below: str, class_: str = "card", mark: str = "", **attributes: object) -> tuple[float, str]:
    """A tile of two lines, as wide as they are long; `mark` stands right of the first. Returns width and element."""
    first = f"{head}  {mark}" if mark else head
    wide = max(length(first, 11) * 1.08, length(below, 10)) + 14
    parts = [box(0, 0, wide, CHIP, class_), label(7, 15, head, "small b")]
    if mark:
        parts.append(ended(wide - 7, 15, mark, "small"))
    parts.append(label(7, 29, below, "tiny"))
    return wide, node("g", *parts, **attributes)


def set_out(heading: str, chips: Iterable[tuple[float, str]], width: float, empty: str = "none") -> Block:
    """A heading, and below it the chips in lines."""
    chips = list(chips)
    headed = label(0, 12, heading, "h2")
    if not chips:
        return Block([headed, label(0, 30, empty, "soft")], 36)
    places, height = flow(((wide, CHIP) for wide, _ in chips), width, GAP)
    drawn = [moved(x, y + 19, [element]) for (x, y), (_, element) in zip(places, chips, strict=True)]
    return Block([headed, *drawn], height + 19)


def scoring(state: State, width: float) -> Block:
    """The scoring tiles; the running round stands out, rounds gone by fade."""
    if not state.scoring:
        return Block([label(0, 12, "Scoring tiles", "h2"), label(0, 30, "not drawn yet", "soft")], 36)
    wide = (width - GAP * (GAME.rounds - 1)) / GAME.rounds
    parts = []
    for round_, tile in enumerate(state.scoring, 1):
        over = round_ < state.round or state.phase == "over"
        runs = round_ == state.round and not over
        scores, bonus = wording.scoring(tile, round_)
        drawn = [
            box(0, 0, wide, 56, "running" if runs else "card"),
            label(8, 16, f"Round {round_}" + (" runs" if runs else ""), "small b"),
            label(8, 32, scores, "small"),
            label(8, 48, bonus, "tiny soft"),
        ]
        faded = 0.65 if over else None
        drawn[0:0] = [title(wording.plain(tile))]
        parts.append(moved((wide + GAP) * (round_ - 1), 0, drawn, data_scoring=tile, opacity=faded))
    if not state.final_tile:
        return Block(parts, 56)
    final = next(each for each in COMPONENTS.final_scoring if each.id == state.final_tile)
    at_end = f"At the end also: {wording.plain(final.id)}, {' / '.join(map(str, final.vp))} VP"
    return Block([*parts, label(0, 76, at_end, "b", data_final=final.id)], 80)


def auction(state: State, width: float) -> Block:
    """The factions of an auction: who holds them, for what bid."""
    chips = []
    for name, holder, bid in zip(state.nominated, state.holders, state.bids, strict=True):
        below = "nobody's yet" if holder == NOBODY else f"player {holder + 1}: {bid} VP"
        chips.append(chip(FACTIONS[name].name, below, data_nominated=name))
    return set_out("Auction", chips, width)


def power_actions(state: State, width: float) -> Block:
    """The six actions; those taken are struck out."""
    chips = []
    for name, action in POWER_ACTIONS.items():
        used = name in state.used
        class_, note = ("gone", "taken") if used else ("card", "free")
        head = f"{action.cost['power']} power: {wording.amounts(action.gain)}"
        chips.append(chip(head, note, class_, data_action=name, data_used="yes" if used else "no"))
    return set_out("Power actions of this round", chips, width)


def bonus_cards(state: State, width: float) -> Block:
    """The cards that nobody has, with the coins on them."""
    chips = []
    for card in BONUS_CARDS:
        if card in state.bonus_pool:
            coins = state.bonus_pool[card]
            head, below = wording.card(card)
            mark = f"+{coins} coin{'' if coins == 1 else 's'}" if coins else ""
            chips.append(chip(head, below or "income", mark=mark, data_card=card, data_coins=coins))
    return set_out("Bonus cards to take", chips, width, "none" if state.round else "not drawn yet")


def favor_tiles(state: State, width: float) -> Block:
    """The favor tiles left, with their number."""
    left = [(tile, wording.favor(tile), state.favor_pool.get(tile, 0)) for tile in FAVOR_TILES]
    chips = [chip(*shown, mark=f"x{n}", data_favor=tile, data_left=n) for tile, shown, n in left if n]
    return set_out("Favor tiles left", chips, width)


def town_tiles(state: State, width: float) -> Block:
    """The town tiles left, with their number."""
    left = [(tile, wording.town(tile), state.town_pool.get(tile, 0)) for tile in TOWN_TILES]
    chips = [chip(*shown, mark=f"x{n}", data_town_tile=tile, data_left=n) for tile, shown, n in left if n]
    return set_out("Town tiles left", chips, width)

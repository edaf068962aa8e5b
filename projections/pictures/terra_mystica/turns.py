"""The order of the players in this round and the next, and what is open between them: power offered, an auction."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.games.terra_mystica.components import FACTIONS, GAME
from engine.games.terra_mystica.rounds import next_order
from engine.games.terra_mystica.state import NOBODY, State
from projections.pictures.pen import box, circle, ended, fitted, label, middle, moved, path, title
from projections.pictures.sheet import COLUMN, Part, Spot, Table, seat_name
from projections.pictures.terra_mystica.cards import GAP, PAD, TEXT, columns
from projections.pictures.terra_mystica.look import Seen, disc, seen

STEP = 30.0
DISCS = 44.0
OPEN = 84.0
"""Where the discs of the players lie, and the heading of what is open."""
SLOT, LOT = 26.0, 20.0
"""The heights of an offer, three in a line, and of a faction in an auction, two in a line."""
SLOTS = 6
HEIGHT = OPEN + 10 + 2 * SLOT + 6
HALF = COLUMN / 2 + 3
"""Where the right half begins."""
NONE = label(PAD, OPEN + 25, "none", "soft")


def turns(state: State, table: Table) -> Part:
    """The orders side by side; below them the offers of power, or before the first round the auction."""
    in_auction = state.options.faction_selection == "auction" and not state.round
    owners = tuple(seen(player) for player in state.players)
    order = this_round(state)
    acting = order.index(state.active) if state.active in order and state.phase != "over" else NOBODY
    gone = tuple(seat for seat in order if not state.playing(seat)) if state.phase == "action" else ()
    drawn = [
        _ground(len(owners), acting, "Auction" if in_auction else "Power offered"),
        _row("order", PAD, tuple(order), gone, owners),
        _row("next", HALF, tuple(following(state)), (), owners),
        *(_lots(state, table, owners) if in_auction else _offers(state, owners)),
    ]
    return Part("turns", "Turn order, power offered", drawn, HEIGHT)


@lru_cache(maxsize=64)
def _ground(players: int, acting: int, heading: str) -> str:
    """The headings, and a box behind whoever acts: no part of the spot, as whose turn it is always changes."""
    boxes = (
        box(PAD + place * STEP - 1, DISCS - 14, 28, 28, "running" if place == acting else "panel")
        for place in range(players)
    )
    heads = label(PAD, 20, "This round", "h2") + label(HALF, 20, "Next round", "h2") + label(PAD, OPEN, heading, "h2")
    return box(0, 0, COLUMN, HEIGHT, "panel") + heads + "".join(boxes)


def this_round(state: State) -> list[int]:
    """The seats in the turn order of this round."""
    return list(state.round_order if state.round else state.order)


def following(state: State) -> list[int]:
    """TM-6.8: the seats whose place in the next round is known."""
    if not state.round or state.round == GAME.rounds or state.phase != "action":
        return []
    if state.options.turn_order == "pass_order":
        return [seat for seat in state.order if state.players[seat].passed]
    return [] if state.start_player == NOBODY else next_order(state)


@lru_cache(maxsize=1024)
def _row(key: str, x: float, seats: tuple[int, ...], gone: tuple[int, ...], owners: tuple[Seen, ...]) -> Spot:
    """Discs of the seats in order; those who have passed or left are hollow."""
    drawn = []
    for place in range(len(owners)):
        at = x + 13 + place * STEP
        if place < len(seats) and seats[place] not in gone:
            drawn.append(disc(at, DISCS, 11, owners[seats[place]]))
        else:
            drawn.append(circle(at, DISCS, 11, "gone"))
            drawn.append(middle(at, DISCS, seats[place] + 1, "lane") if place < len(seats) else "")
    return Spot(key, "".join(drawn), box(x - 3, DISCS - 16, STEP * len(owners), 32, "just"))


def _offers(state: State, owners: Sequence[Seen]) -> Iterator[Spot | str]:
    """The open offers of power, each from a player to another; those that have no place are counted."""
    if not state.offers:
        yield NONE
    more = len(state.offers) - SLOTS
    for place, offer in zip(columns(OPEN + 10, 3, SLOT - GAP, SLOTS), state.offers, strict=False):
        rest = f" +{more}" if more > 0 and offer is state.offers[SLOTS - 1] else ""
        what = f"{offer.amount} pw{'/c' if offer.coin else ''}{rest}"
        yield _offer(offer.id, what, owners[offer.giver], owners[offer.receiver], place)


@lru_cache(maxsize=4096)
def _offer(number: int, what: str, giver: Seen, receiver: Seen, place: tuple[float, float, float]) -> Spot:
    x, y, wide = place
    drawn = [
        box(0, 0, wide, SLOT - 3, "running", 11),
        disc(13, 11.5, 8.5, giver),
        path("M24 11.5h11m-4-4l4 4-4 4", "edge", fill="none", stroke_width=1.8),
        disc(46, 11.5, 8.5, receiver),
        label(58, 16, fitted(what, wide - 60, TEXT), "b"),
    ]
    body = moved(x, y, drawn, data_offer=number)
    return Spot(f"offer/{number}", body, box(x - 2, y - 2, wide + 4, SLOT + 1, "just"))


def _lots(state: State, table: Table, owners: Sequence[Seen]) -> Iterator[Spot | str]:
    """The factions of an auction: who holds them, and for what bid."""
    if not state.nominated:
        yield label(PAD, OPEN + 24, "no faction is nominated yet", "soft")
    lots = zip(state.nominated, state.holders, state.bids, strict=True)
    for place, (name, holder, bid) in zip(columns(OPEN + 6, 2, LOT - GAP, SLOTS), lots, strict=False):
        who = "" if holder == NOBODY else seat_name(table.names, holder)
        yield _lot(name, owners[holder] if who else None, who, bid, place)


@lru_cache(maxsize=1024)
def _lot(name: str, holder: Seen | None, who: str, bid: int, place: tuple[float, float, float]) -> Spot:
    x, y, wide = place
    words = FACTIONS[name].name
    drawn = [
        title(f"{words}: {who}, {bid} VP" if holder else f"{words}: no bid yet"),
        box(0, 0, wide, LOT - 2, "running" if holder else "card", 9),
        label(7, 13.5, fitted(words, wide - 44, TEXT)),
        ended(wide - 26, 13.5, bid, "b") + disc(wide - 12, LOT / 2 - 1, 8.5, holder) if holder else "",
    ]
    body = moved(x, y, drawn, data_nominated=name)
    return Spot(f"lot/{name}", body, box(x - 2, y - 2, wide + 4, LOT + 2, "just"))

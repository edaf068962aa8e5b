"""The order of the players in this round and the next, and what is open between them: power offered, an auction."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.games.terra_mystica.components import FACTIONS, GAME
from engine.games.terra_mystica.rounds import next_order
from engine.games.terra_mystica.state import NOBODY, State
from projections.pictures.pen import box, circle, ended, fitted, inked, label, middle, moved, node, path, title
from projections.pictures.sheet import COLUMN, Part, Spot, Table, seat_name
from projections.pictures.terra_mystica.cards import GAP, PAD, TEXT, columns
from projections.pictures.terra_mystica.look import disc, paint

STEP = 30.0
DISCS = 44.0
OPEN = 84.0
"""Where the discs of the players lie, and the heading of what is open."""
SLOT, LOT = 26.0, 20.0
"""The heights of an offer, three in a line, and of a faction in an auction, two in a line."""
SLOTS = 6
HEIGHT = OPEN + 10 + 2 * SLOT + 6
Seen = tuple[int, tuple[str, str]]
"""A seat and its colours."""
HALF = COLUMN / 2 + 3
"""Where the right half begins."""


def turns(state: State, table: Table) -> Part:
    """The orders side by side; below them the offers of power, or before the first round the auction."""
    in_auction = state.options.faction_selection == "auction" and not state.round
    drawn = [
        box(0, 0, COLUMN, HEIGHT, "panel"),
        label(PAD, 20, "This round", "h2") + label(HALF, 20, "Next round", "h2"),
        *_acting(state),
        _row(state, "order", PAD, this_round(state)),
        _row(state, "next", HALF, following(state)),
        label(PAD, OPEN, "Auction" if in_auction else "Power offered", "h2"),
        *(_lots(state, table) if in_auction else _offers(state)),
    ]
    return Part("turns", "Turn order, power offered", drawn, HEIGHT)


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


def _row(state: State, key: str, x: float, seats: Sequence[int]) -> Spot:
    """Discs of the seats in order; in this round those who have passed or left are hollow."""
    drawn = []
    for place in range(len(state.players)):
        at = x + 13 + place * STEP
        if place >= len(seats):
            drawn.append(circle(at, DISCS, 11, "gone"))
            continue
        player = state.players[seats[place]]
        if key == "order" and not state.playing(player.seat) and state.phase == "action":
            drawn += [circle(at, DISCS, 11, "gone"), middle(at, DISCS, player.seat + 1, "lane")]
        else:
            drawn.append(disc(at, DISCS, 11, player))
    return Spot(key, "".join(drawn), box(x - 3, DISCS - 16, STEP * len(state.players), 32, "just"))


def _acting(state: State) -> Iterator[str]:
    """A box behind the disc of whoever acts; it is no part of the spot, as whose turn it is always changes."""
    seats = this_round(state)
    for place in range(len(state.players)):
        acts = place < len(seats) and state.active == seats[place] and state.phase != "over"
        yield box(PAD + place * STEP - 1, DISCS - 14, 28, 28, "running" if acts else "panel")


def _offers(state: State) -> Iterator[Spot | str]:
    """The open offers of power, each from a player to another; those that have no place are counted."""
    if not state.offers:
        yield label(PAD, OPEN + 25, "none", "soft")
    more = len(state.offers) - SLOTS
    for place, offer in zip(columns(OPEN + 10, 3, SLOT - GAP, SLOTS), state.offers, strict=False):
        giver, receiver = (state.players[seat] for seat in (offer.giver, offer.receiver))
        rest = f" +{more}" if more > 0 and offer is state.offers[SLOTS - 1] else ""
        what = f"{offer.amount} pw{'/c' if offer.coin else ''}{rest}"
        yield _offer(offer.id, what, (giver.seat, paint(giver)), (receiver.seat, paint(receiver)), place)


@lru_cache(maxsize=4096)
def _offer(number: int, what: str, giver: Seen, receiver: Seen, place: tuple[float, float, float]) -> Spot:
    wide = place[2]
    drawn = [
        box(0, 0, wide, SLOT - 3, "running", 11),
        _mark(giver, 13),
        path("M24 11.5h11m-4-4l4 4-4 4", "edge", fill="none", stroke_width=1.8),
        _mark(receiver, 46),
        label(58, 16, fitted(what, wide - 60, TEXT), "b"),
    ]
    x, y = place[:2]
    body = moved(x, y, drawn, data_offer=number)
    return Spot(f"offer/{number}", body, box(x - 2, y - 2, wide + 4, SLOT + 1, "just"))


def _mark(seen: Seen, x: float, y: float = 11.5) -> str:
    seat, (fill, ink) = seen
    number = middle(x, y, seat + 1, "lane", style=inked(ink))
    return node("g", circle(x, y, 8.5, "edge", fill=fill, stroke_width=1.2), number)


def _lots(state: State, table: Table) -> Iterator[Spot | str]:
    """The factions of an auction: who holds them, and for what bid."""
    if not state.nominated:
        yield label(PAD, OPEN + 24, "no faction is nominated yet", "soft")
    lots = zip(state.nominated, state.holders, state.bids, strict=True)
    for place, (name, holder, bid) in zip(columns(OPEN + 6, 2, LOT - GAP, SLOTS), lots, strict=False):
        held = None if holder == NOBODY else state.players[holder]
        who = "" if held is None else seat_name(table.names, holder)
        yield _lot(name, held and (held.seat, paint(held)), who, bid, place)


@lru_cache(maxsize=1024)
def _lot(name: str, holder: Seen | None, who: str, bid: int, place: tuple[float, float, float]) -> Spot:
    x, y, wide = place
    words = FACTIONS[name].name
    drawn = [
        title(f"{words}: {who}, {bid} VP" if holder else f"{words}: no bid yet"),
        box(0, 0, wide, LOT - 2, "running" if holder else "card", 9),
        label(7, 13.5, fitted(words, wide - 44, TEXT)),
        ended(wide - 26, 13.5, bid, "b") + _mark(holder, wide - 12, LOT / 2 - 1) if holder else "",
    ]
    body = moved(x, y, drawn, data_nominated=name)
    return Spot(f"lot/{name}", body, box(x - 2, y - 2, wide + 4, LOT + 2, "just"))

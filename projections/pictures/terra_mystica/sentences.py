"""The sentences for the events of Terra Mystica, and names of tiles and cards."""

from engine.games.terra_mystica.components import BONUS_CARDS, FAVOR_TILES, TOWN_TILES
from projections.pictures.terra_mystica.wording import card, favor, plain, town

SENTENCES = {
    "draw_seating": "seats are drawn: {order:seats}",
    "draw_scoring_tiles": "scoring tiles are drawn: {tiles:bare}",
    "draw_bonus_cards": "bonus cards are drawn: {cards:bare}",
    "deal_boards": "faction boards are dealt: {boards}",
    "draw_final_scoring": "the final scoring tile is drawn: {tile}",
    "draw_auction_order": "the order of the auction is drawn: {order:seats}",
    "deal_factions": "factions are dealt: {factions}",
    "intro_position": "{faction} begin with dwellings on {dwellings} and the card {bonus_card}",
    "choose_faction": "choose {faction}",
    "choose_side": "choose the side of {faction}",
    "nominate_faction": "nominate {faction}",
    "bid": "bid {amount} VP for {faction}",
    "choose_home_terrain": "choose {terrain} as home terrain",
    "place_initial_dwelling": "place a first dwelling on {hex}",
    "choose_initial_bonus_card": "take the card {card}",
    "convert": "convert {give_n:give} to {get_n:get}",
    "burn_power": "burn {n} power",
    "found_mermaid_town": "found a town across the river {river}",
    "ordain_priests": "ordain {n:priest}",
    "dig": "dig {n:spade}",
    "transform": "transform {hex} to {terrain} with {spades:spade}[{landscape?}, placing the landscape]"
    "[, workshop {workshop}]",
    "place_landscape": "place the landscape on {hex}",
    "build_dwelling": "build a dwelling on {hex}",
    "advance_shipping": "advance shipping",
    "advance_exchange": "advance the exchange rate",
    "upgrade_structure": "upgrade {hex} to a {to}",
    "send_priest": "send a priest to {cult} for {space:step}",
    "power_action": "take the action {action}",
    "special_action": "take the action {action}",
    "pass": "pass[, taking the card {bonus_card}]",
    "choose_favor_tile": "take the tile {tile}",
    "choose_town_tile": "take the tile {tile}[, tracks in the order {track_order}][, holding back {hold_back}]"
    "[, town bonus {town_bonus}]",
    "choose_cult_step": "advance on {cult}",
    "lose_cult": "step back on {cult}",
    "buy_token": "buy a power token",
    "unlock_terrain": "unlock {terrain}",
    "take_priest": "take a priest",
    "place_bridge": "build a bridge from {hex} to {hex2}",
    "forfeit": "forgo {what}",
    "accept_power": "accept power (offer {offer})[ as {take}]",
    "decline_power": "decline power (offer {offer})",
    "end_turn": "end the turn",
    "drop_player": "{player:seat} is dropped",
    "adjust_resources": "{resource} adjusted by {delta}",
    "take_unoffered_power": "take {power} power without an offer[ from {giver:seat}]",
}


def _of_card(name: str) -> str:
    """A bonus card, by its income where its id consists of that: `bonus 3 power + 1 worker`."""
    income, _ = card(name)
    return (
        f"bonus {income.replace(', ', ' + ')}" if name.split("_")[1][0].isdigit() else plain(name).replace(" vp", " VP")
    )


def _of_town(tile: str) -> str:
    """A town tile, such as `town 5 VP + 6 coins`."""
    points, rest = town(tile)
    gains = [each.removeprefix("+").replace(" all ", " on all ") for each in rest.split(", ")]
    return f"town {' + '.join(filter(None, (points, *gains)))}"


NAMES = {
    **{each: _of_town(each) for each in TOWN_TILES},
    **{each: _of_card(each) for each in BONUS_CARDS},
    **{each: f"favor {favor(each)[0]}" for each in FAVOR_TILES},
}
"""The names of ids in sentences and reasons."""

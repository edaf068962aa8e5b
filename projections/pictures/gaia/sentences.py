"""The sentences for the events of Gaia, and names: cards and objectives are called as in the picture."""

from engine.games.gaia.components import COMPONENTS, POWER_CARDS, POWER_OBJECTIVES
from projections.pictures.gaia.wording import short

SENTENCES = {
    "card_declared": "a card is declared ({what}): {card}",
    "row_dealt": "the {pile} row is dealt: {cards}",
    "objectives_dealt": "objectives are dealt: {objectives}",
    "hand_dealt": "{player:seat} is dealt {nature}[, {life}][, {power}]",
    "start_player_drawn": "{player:seat} starts",
    "hunt": "[the city at {city:cell} eats at {tile:cell}|the city at {city:cell} does not eat]",
    "draw_row": "take [{card}|a card] from the {pile} row, place {slot:nth}",
    "draw_deck": "draw from the {pile} deck",
    "play_nature": "place {terrain} at {cell:cell}",
    "play_animals": "play {card} at {cell:cell}",
    "play_city": "found {card} at {cell:cell}",
    "play_power": "play {card}[ at {cell:cell}][ at {cells:cells}][, converting {convert:cells}]",
    "draw_exhausted": "draw nothing: [the {pile} cards are|everything is] exhausted",
    "deck_drawn": "{player:seat} draws [{card}|a card] from the {pile} deck",
    "row_refilled": "{card} refills the {pile} row, place {slot:nth}",
    "discard_card": "discard [{card}|a {pile} card]",
    "protect": "protect",
    "pass_protection": "do not protect",
    "tornado_drawn": "the Tornado takes {taken:card}",
    "tornado_keep": "keep the card of {giver:seat}",
    "claim_objective": "[claim {objective}|claim nothing]",
}
NAMES = {
    **{each.nature_card_id: each.name for each in COMPONENTS.terrain},
    **{each: card.name for each, card in POWER_CARDS.items()},
    **{each.id: f"animals {short(each.id)}" for each in COMPONENTS.house_animal},
    **{each.id: f"city {short(each.id)}" for each in (*COMPONENTS.house_city, COMPONENTS.house_extra_city)},
    **{each.id: f"objective {short(each.id)}" for each in COMPONENTS.house_objective},
    **{each: f"power objective {each[-1]}" for each in POWER_OBJECTIVES},
}
"""The names of ids in sentences and reasons; the cards of other catalogues have none."""

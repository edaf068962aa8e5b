"""The events of Lost Cities in words, by their tags, and the names of cards, piles and sources."""

from anyturn_lost_cities.rules.components import COLOURS, NUMBERS

SENTENCES = {
    "card_drawn": "{player:seat} gets [{card}|a hidden card]",
    "play": "play {card}",
    "discard": "discard {card}",
    "draw": "draw from {pile}",
}
NAMES = {
    **{card: card.replace("_", " ") for card in NUMBERS},
    **{colour: f"the {colour} pile" for colour in COLOURS},
    "deck": "the deck",
}
"""The names of ids in sentences."""
SOURCES = {colour: f"{colour} expedition" for colour in COLOURS}
"""The names of the sources of points and cards."""

"""Dice Forge as a drawing: the Sanctuary and the islands, a mat for each player, the Gardens."""

from engine.games.dice_forge.queries import phase
from engine.games.dice_forge.state import State
from projections.pictures.dice_forge.islands import islands
from projections.pictures.dice_forge.look import STYLE
from projections.pictures.dice_forge.players import mat
from projections.pictures.dice_forge.temple import gardens, sanctuary, signs
from projections.pictures.palette import SEATS
from projections.pictures.sheet import Drawing, Part, Table

PHASES = {
    "setup": "setup",
    "draft": "cards are drafted",
    "blessing": "blessings",
    "reinforcement": "reinforcements",
    "action": "action",
    "oust": "a hero is ousted",
    "feat_effect": "a card takes effect",
    "extra_offer": "an extra action is offered",
    "extra": "extra action",
    "turn_end": "end of the turn",
    "finished": "the game is over",
}
AWAITED = {
    "reinforcement": "reinforcements",
    "action": "an action",
    "extra_offer": "an extra action for sun shards, or none",
    "pool_reduction": "the faces of a pool",
    "group_reveal": "the cards of a slot",
    "slot_draw": "a slot to draft for",
    "roll": "dice",
    "draft_card": "a card to draft",
    "choose_satyr_faces": "faces for the Satyrs",
    "choose_blessing_die": "a die for the blessing",
    "allocate_gold": "gold for the hammer",
    "choose_bearer": "who bears the boar",
    "forge_granted": "a face to forge",
    "use_triton": "the Triton token",
    "copy": "a face to copy",
    "first_die": "the die that counts first",
    "face": "what a face gives",
    "shield": "what a shield gives",
    "reward": "a reward",
    "ship": "a face to forge with the ship",
    "repeat": "the Cerberus token",
}


def draw(state: State, table: Table) -> list[Part]:
    """What is for sale, the mats, what comes with cards, and the meaning of the signs."""
    mats = [mat(state, player, table) for player in state.players]
    return [sanctuary(state), islands(state), *mats, gardens(state), signs()]


def where(state: State) -> str:
    """The round and the phase of the turn."""
    if state.step == "finished":
        return f"Over after round {state.round} of {state.rounds}"
    place = f"Round {state.round} of {state.rounds}" if state.round else "Before the first round"
    shifted = ", dice shifted" if state.dice_shifted else ""
    return f"{place}: {PHASES[phase(state).partition('.')[0]]}{shifted}"


def _paint(state: State, seat: int) -> tuple[str, str]:
    return SEATS[seat]


def _about(state: State, seat: int) -> str:
    return "left the game" if state.players[seat].quit else ""


FIRST = {"gold": ("gold",), "sun": ("sun",), "moon": ("moon",), "forged": ("forged",), "cards": ("cards",)}

drawing = Drawing(draw, where, _paint, _about, awaited=AWAITED, style=STYLE, first=FIRST)

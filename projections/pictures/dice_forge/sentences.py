"""The sentences for the events of Dice Forge, and names of cards and faces."""

from engine.games.dice_forge.components import CARDS, FACES
from projections.pictures.dice_forge.wording import card_title, face_name

SENTENCES = {
    "sanctuary_reduced": "pool {pool} is reduced[ by {removed}]",
    "group_revealed": "{slot} holds [{group}|unknown cards][ ({colors})]",
    "draft_slot": "cards are drafted for {slot}",
    "dice_rolled": "{player:seat} rolls {dice:dice} ({cause})",
    "draft_card": "draft {group}[ ({colors})]",
    "use_reinforcement": "use {card}[ with die {die}][ for {resource}][, {to_hammer} gold to the hammer]",
    "end_reinforcement": "end the reinforcements",
    "forge_face": "forge {face} over {replaced} on die {die}",
    "end_forge": "end forging",
    "perform_feat": "take the card {card}",
    "pass_action": "take no action",
    "extra_action": "[{take?}take an extra action|take no extra action]",
    "copy_face": "die {die} copies {face}",
    "choose_first_die": "die {die} counts first",
    "resolve_face": "die {die}[ gives {take}| is resolved][, {to_hammer} gold to the hammer]"
    "[ automatically{automatic?}][, converting {convert}]",
    "boar_reward": "take {resource} for the {color} boar",
    "ship_forge": "forge {face} over {replaced} on die {die} with the ship of die {die_rolled}",
    "ship_pass": "forge nothing with the ship of die {die_rolled}",
    "use_cerberus": "[{use?}use the Cerberus token|keep the Cerberus token]",
    "choose_satyr_faces": "choose {faces} for the Satyrs",
    "choose_blessing_die": "use die {die} for the blessing",
    "forge_granted": "forge {face} over {replaced} on die {die}",
    "choose_bearer": "{bearer:seat} bears the boar",
    "allocate_gold": "put {to_hammer} gold on the hammer",
    "use_triton": "use the Triton token for {resource}[, {to_hammer} gold to the hammer]",
    "platform_adjustment": "the platform corrects {player:seat} ({reason})[, gold {gold}][, sun {sun}][, moon {moon}]"
    "[, glory {glory}][, hammer {hammer}]",
    "player_quit": "{player:seat} leaves the game",
}
SILENT = {"copy_face": {"source"}, "choose_satyr_faces": {"sources"}}
"""Fields that need no words, by event."""
NAMES = {
    **{each: face_name(each) for each in FACES},
    **{each: f"{card.color or ''} {card_title(each)}".strip() for each, card in CARDS.items()},
}
"""The names of ids in sentences and reasons."""

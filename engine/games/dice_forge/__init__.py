"""Dice Forge: rulebook.md is the specification, components.toml its tables, `ruleset` what the engine uses.

Each module enforces one topic of the rulebook and names its clauses.
"""

from engine.declaration import Declaration, Selfplay
from engine.games.dice_forge import flow, rules, selfplay
from engine.games.dice_forge.conservation import conservation
from engine.games.dice_forge.figures import FIGURES, figures
from engine.games.dice_forge.options import VERSION, options_of
from engine.games.dice_forge.queues import awaited
from engine.games.dice_forge.scoring import standings
from engine.games.dice_forge.state import State

declaration = Declaration(
    id="dice_forge",
    name="Dice Forge",
    version=VERSION,
    state=State,
    options=options_of,
    start=flow.start,
    rules=rules.RULES,
    order=rules.ORDER,
    refusal=rules.refusal,
    awaited=awaited,
    follow=flow.follow,
    proceed=flow.proceed,
    turn=flow.turn,
    figures_of_a_seat=FIGURES,
    figures=figures,
    standings=standings,
    conservation=conservation,
    selfplay=Selfplay(selfplay.sample_header, selfplay.choose),
    plain=rules.plain,
)

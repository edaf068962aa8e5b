"""Dice Forge: rulebook.md is the specification, components.toml holds its tables, `ruleset` is the declaration.

Each module enforces one topic of the rulebook and names its clauses.
"""

from engine.declaration import Declaration, Selfplay
from engine.games.dice_forge import (
    agenda,
    conservation,
    figures,
    flow,
    options,
    rules,
    scoring,
    selfplay,
    setup,
    spelling,
    state,
)

declaration = Declaration(
    id="dice_forge",
    name="Dice Forge",
    version=options.VERSION,
    state=state.State,
    options=options.options_of,
    start=setup.start,
    rules=rules.RULES,
    order=rules.ORDER,
    refusal=rules.refusal,
    awaited=agenda.awaited,
    follow=flow.follow,
    proceed=flow.proceed,
    turn=flow.turn,
    figures_of_a_seat=figures.FIGURES,
    figures=figures.figures,
    standings=scoring.standings,
    conservation=conservation.conservation,
    plain=spelling.plain,
    selfplay=Selfplay(selfplay.sample_header, selfplay.choose),
)

"""Terra Mystica: rulebook.md is the specification, components.toml holds its tables, `ruleset` is the declaration.

Each module enforces one topic of the rulebook and names its clauses.
"""

from engine.declaration import Declaration, Selfplay
from engine.games.terra_mystica import (
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
    id="terra_mystica",
    name="Terra Mystica",
    version=options.VERSION,
    state=state.State,
    options=options.options_of,
    start=setup.start,
    rules=rules.RULES,
    order=rules.ORDER,
    awaited=agenda.awaited,
    follow=flow.follow,
    proceed=flow.proceed,
    turn=flow.turn,
    place=flow.place,
    figures_of_a_seat=figures.FIGURES,
    figures=figures.figures,
    values=figures.values,
    faction=figures.faction,
    standings=scoring.standings,
    conservation=conservation.conservation,
    plain=spelling.plain,
    respelled=spelling.RESPELLED,
    selfplay=Selfplay(selfplay.sample_header, selfplay.choose),
)

"""Anachrony, for two to four players: the rules of `rulebook.md`, declared."""

from engine.declaration import Declaration, Selfplay
from engine.games.anachrony import (
    agenda,
    conservation,
    figures,
    flow,
    options,
    public,
    rules,
    scoring,
    selfplay,
    setup,
    spelling,
    state,
)

declaration = Declaration(
    id="anachrony",
    name="Anachrony",
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
    figures_of_a_seat=figures.FIGURES,
    figures=figures.figures,
    values=figures.values,
    faction=figures.faction,
    standings=scoring.standings,
    conservation=conservation.conservation,
    plain=spelling.plain,
    selfplay=Selfplay(selfplay.sample_header, selfplay.choose),
    public=public.public_log,
)

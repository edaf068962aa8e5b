"""Gaia (Olivier Rolko, 2014), for two to five players, basic and advanced."""

from engine.declaration import Declaration, Selfplay
from engine.games.gaia import (
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
    id="gaia",
    name="Gaia",
    version=options.VERSION,
    state=state.State,
    options=options.options_of,
    start=setup.start,
    rules=rules.RULES,
    order=rules.ORDER,
    awaited=agenda.awaited,
    proceed=flow.proceed,
    turn=flow.turn,
    figures_of_a_seat=figures.FIGURES,
    figures=figures.figures,
    standings=scoring.standings,
    conservation=conservation.conservation,
    plain=spelling.plain,
    respelled=spelling.RESPELLED,
    selfplay=Selfplay(selfplay.sample_header, selfplay.choose),
    public=public.public_log,
)

"""Nim: the rules of `rulebook.md`."""

from engine.declaration import Declaration, Selfplay
from engine.games.nim import conservation, figures, flow, options, public, rules, scoring, selfplay, setup, state

declaration = Declaration(
    id="nim",
    name="Nim",
    version=options.VERSION,
    state=state.State,
    options=options.options_of,
    start=setup.start,
    rules=rules.RULES,
    order=rules.ORDER,
    follow=flow.follow,
    proceed=flow.proceed,
    turn=flow.turn,
    figures_of_a_seat=figures.FIGURES,
    figures=figures.figures,
    faction=figures.faction,
    standings=scoring.standings,
    conservation=conservation.conservation,
    selfplay=Selfplay(selfplay.sample_header, selfplay.choose),
    public=public.public_log,
)

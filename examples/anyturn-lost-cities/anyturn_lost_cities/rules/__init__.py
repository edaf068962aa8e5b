"""Lost Cities: the rules of `rulebook.md`."""

from engine.declaration import Declaration, Selfplay

from anyturn_lost_cities.rules import (
    conservation,
    figures,
    flow,
    options,
    public,
    rules,
    scoring,
    selfplay,
    setup,
    state,
)

declaration = Declaration(
    id="lost_cities",
    name="Lost Cities",
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
    standings=scoring.standings,
    conservation=conservation.conservation,
    selfplay=Selfplay(selfplay.sample_header, selfplay.choose),
    public=public.public_log,
)

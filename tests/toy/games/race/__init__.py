"""Race: the rules of `rulebook.md`."""

from engine.declaration import Declaration, Selfplay
from engine.games.race import conservation, figures, flow, options, rules, scoring, selfplay, setup, state

declaration = Declaration(
    id="race",
    name="Race",
    version=options.VERSION,
    state=state.State,
    start=setup.start,
    rules=rules.RULES,
    order=rules.ORDER,
    follow=flow.follow,
    turn=flow.turn,
    figures_of_a_seat=figures.FIGURES,
    figures=figures.figures,
    standings=scoring.standings,
    conservation=conservation.conservation,
    selfplay=Selfplay(selfplay.sample_header, selfplay.choose),
)

"""Anachrony, for two to four players: the rules of `rulebook.md`, declared."""

from engine.declaration import Declaration, Selfplay
from engine.games.anachrony import conservation, figures, flow, public, rules, scoring, selfplay, setup
from engine.games.anachrony.options import VERSION, options_of
from engine.games.anachrony.state import State

declaration = Declaration(
    id="anachrony",
    name="Anachrony",
    version=VERSION,
    state=State,
    options=options_of,
    start=setup.start,
    rules=rules.RULES,
    order=rules.ORDER,
    awaited=flow.awaited,
    follow=flow.follow,
    proceed=flow.proceed,
    turn=flow.turn,
    figures_of_a_seat=figures.FIGURES,
    figures=figures.figures,
    faction=lambda state, seat: state.players[seat].path or None,
    standings=scoring.standings,
    conservation=conservation.broken_laws,
    selfplay=Selfplay(selfplay.sample_header, selfplay.choose),
    plain=rules.plain,
    public=public.public_log,
)

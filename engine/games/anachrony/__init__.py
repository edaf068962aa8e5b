"""Anachrony, for two to four players: the rules of `rulebook.md`, declared."""

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
from engine.ruleset import Ruleset, Selfplay

ruleset = Ruleset(
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
    faction=state.faction,
    standings=scoring.standings,
    conservation=conservation.conservation,
    plain=spelling.plain,
    selfplay=Selfplay(selfplay.sample_header, selfplay.choose),
    public=public.public_log,
)

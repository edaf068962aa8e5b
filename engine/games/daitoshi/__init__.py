"""Daitoshi, for two to four players, with any catalogue of components."""

from engine.games.daitoshi.conservation import conservation
from engine.games.daitoshi.figures import FIGURES, figures
from engine.games.daitoshi.flow import awaited, proceed, turn
from engine.games.daitoshi.options import VERSION, options_of
from engine.games.daitoshi.policy import choose
from engine.games.daitoshi.rules import ORDER, RULES, plain
from engine.games.daitoshi.scoring import standings
from engine.games.daitoshi.selfplay import sample_header
from engine.games.daitoshi.setup import start
from engine.games.daitoshi.state import State
from engine.ruleset import Ruleset, Selfplay

ruleset = Ruleset(
    id="daitoshi",
    name="Daitoshi",
    version=VERSION,
    state=State,
    options=options_of,
    start=start,
    rules=RULES,
    order=ORDER,
    awaited=awaited,
    proceed=proceed,
    turn=turn,
    figures_of_a_seat=FIGURES,
    figures=figures,
    standings=standings,
    conservation=conservation,
    selfplay=Selfplay(sample_header, choose),
    plain=plain,
)

"""The game Daitoshi, for two to four players, with any catalogue of components."""

from engine.declaration import Declaration, Selfplay
from engine.games.daitoshi.agenda import awaited
from engine.games.daitoshi.conservation import conservation
from engine.games.daitoshi.figures import FIGURES, figures, values
from engine.games.daitoshi.flow import proceed, turn
from engine.games.daitoshi.options import VERSION, options_of
from engine.games.daitoshi.rules import ORDER, RULES
from engine.games.daitoshi.scoring import standings
from engine.games.daitoshi.selfplay import choose, sample_header
from engine.games.daitoshi.setup import start
from engine.games.daitoshi.spelling import plain
from engine.games.daitoshi.state import State

declaration = Declaration(
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
    values=values,
    standings=standings,
    conservation=conservation,
    selfplay=Selfplay(sample_header, choose),
    plain=plain,
)

"""Gaia (Olivier Rolko, 2014), for two to five players, basic and advanced."""

from engine.declaration import Declaration, Selfplay
from engine.games.gaia.agenda import awaited
from engine.games.gaia.conservation import conservation
from engine.games.gaia.figures import FIGURES, figures
from engine.games.gaia.flow import proceed, turn
from engine.games.gaia.options import VERSION, options_of
from engine.games.gaia.policy import choose
from engine.games.gaia.power_effects import RESPELLED, plain
from engine.games.gaia.public import public_log
from engine.games.gaia.rules import ORDER, RULES
from engine.games.gaia.scoring import standings
from engine.games.gaia.selfplay import sample_header
from engine.games.gaia.setup import start
from engine.games.gaia.state import State

declaration = Declaration(
    id="gaia",
    name="Gaia",
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
    respelled=RESPELLED,
    public=public_log,
)

"""Terra Mystica: rulebook.md is the specification, components.toml its tables, `ruleset` what the engine uses.

Each module enforces one topic of the rulebook and names its clauses.
"""

from engine.declaration import Declaration, Selfplay
from engine.games.terra_mystica.agenda import awaited
from engine.games.terra_mystica.conservation import conservation
from engine.games.terra_mystica.figures import FIGURES, figures, values
from engine.games.terra_mystica.flow import follow, place, proceed, turn
from engine.games.terra_mystica.options import VERSION, options_of
from engine.games.terra_mystica.rules import ORDER, RULES
from engine.games.terra_mystica.scoring import standings
from engine.games.terra_mystica.selfplay import choose, sample_header
from engine.games.terra_mystica.setup import RESPELLED, plain, start
from engine.games.terra_mystica.state import State

declaration = Declaration(
    id="terra_mystica",
    name="Terra Mystica",
    version=VERSION,
    state=State,
    start=start,
    options=options_of,
    rules=RULES,
    order=ORDER,
    awaited=awaited,
    follow=follow,
    proceed=proceed,
    turn=turn,
    place=place,
    figures_of_a_seat=FIGURES,
    figures=figures,
    values=values,
    faction=lambda state, seat: state.players[seat].faction or None,
    standings=standings,
    conservation=conservation,
    plain=plain,
    respelled=RESPELLED,
    selfplay=Selfplay(sample_header, choose),
)

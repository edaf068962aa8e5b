"""Self-played games of which a replay of Board Game Arena can tell everything: nobody does what its texts leave out."""

from random import Random
from typing import Any

from engine.games.terra_mystica.components import POWER_ACTIONS, SPECIAL_ACTIONS, Action
from engine.games.terra_mystica.offers import gainable
from engine.games.terra_mystica.state import State
from engine.games.terra_mystica.turns import has_open_followup
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import after
from events.log.record import Header, Seat
from events.vocabulary import terra_mystica as events

TERRA_MYSTICA = ruleset("terra_mystica")

PLAYERS = ("Ann", "Bob", "Cyd", "Dee", "Eve")
SELECTIONS = ("auction", "player_choice", "random_board")
SITE: dict[str, Any] = {"reaction_timing": "deferred", "spade_vp_timing": "on_use"}
EXPANSIONS: dict[str, Any] = dict.fromkeys(("mini_expansion_towns", "shipping_bonus_card", "temple_scoring_tile"), True)
EXPANSIONS |= {"turn_order": "pass_order"}
THEN = {  # what an action must lead to that has no message of its own
    "spade": events.Transform,
    "free_transform": events.Transform,
    "bridge": events.PlaceBridge,
    "cult_choice": events.ChooseCultStep,
    "free_dwelling": events.BuildDwelling,
    "free_trading_house": events.UpgradeStructure,
}
MEANWHILE, LATER = 0.08, 0.4
"""How often somebody converts or burns for no reason, and how often nobody answers an offer yet."""


def self_played(number: int, **more: Any) -> Replay:
    """A game by the site's options in which everybody does only what its texts tell of; `more` are further options.

    The numbers go through two to five players, the three ways to choose factions, with mini-expansions and without.
    """
    selection = SELECTIONS[number % 3]
    options = SITE | {"faction_selection": selection} | (EXPANSIONS if number // 4 % 2 else {})
    options |= {"auction_start_vp": 40} if selection == "auction" else {}
    options |= more
    players = PLAYERS[: 2 + number % 4]
    header = Header("terra_mystica", "1", options, tuple(Seat(name) for name in players))
    rng, game = Random(f"bga {number}"), Replay(TERRA_MYSTICA, header)
    while TERRA_MYSTICA.standings(game.state) is None:
        game.play(*_next(game, rng))
        game.settle()
    return game


def _next(game: Replay, rng: Random) -> tuple[int | None, Any]:
    state = game.state
    if (drawn := TERRA_MYSTICA.outcome(state)) is not None:
        return None, drawn.sample(rng)
    legal = list(TERRA_MYSTICA.legal(state))
    told = [(seat, event) for seat, event in legal if _is_told(game, seat, event)]
    exchanges = [each for each in told if isinstance(each[1], events.Convert | events.BurnPower)]
    answers = [each for each in told if isinstance(each[1], events.AcceptPower | events.DeclinePower)]
    main = [each for each in told if each not in exchanges and each not in answers]
    if has_open_followup(state) or state.players[state.active].cult_owed:
        told = main
    elif exchanges and rng.random() < MEANWHILE:
        told = exchanges[:: rng.randint(1, len(exchanges))]
    elif main and rng.random() < LATER:
        told = main
    return told[TERRA_MYSTICA.selfplay.choose(state, told, rng)]


def _is_told(game: Replay, seat: int, event: Any) -> bool:
    """Whether a text can tell it: of landscapes what is seen, nothing that comes to nothing."""
    state = game.state
    match event:
        case events.AcceptPower(number, take):
            offer = next(offer for offer in state.offers if offer.id == number)
            return gainable(state.players[seat], offer) > 0 and take == "power"
        case events.OrdainPriests(n):
            return n > 0
        case events.Transform(landscape=True):
            return not event.workshop and state.players[seat].faction != "giants"
        case events.PlaceLandscape():
            return state.players[seat].faction != "mermaids"
        case events.Forfeit(what):
            begun = isinstance(game.played[-1][1], events.SpecialAction)
            return what == "spades" and not state.followup.dug and not begun
        case events.FoundMermaidTown(river):
            return left_of(state, river) != ""
        case events.SpecialAction(action):
            return _leads_on(state, seat, event, SPECIAL_ACTIONS[action])
        case events.PowerAction(action):
            return "bridge" not in POWER_ACTIONS[action].gain or _leads_on(state, seat, event, POWER_ACTIONS[action])
    return True


def _leads_on(state: State, seat: int, event: Any, action: Action) -> bool:
    wanted = [THEN[what] for what in action.gain if what in THEN]
    return all(
        any(
            isinstance(each, kind)
            for who, each in TERRA_MYSTICA.legal(after(TERRA_MYSTICA, state, seat, event))
            if who == seat
        )
        for kind in wanted
    )


def left_of(state: State, river: str) -> str:
    """The land hex left of a river hex, in its row."""
    board = state.board
    at = board.numbers[river]
    left = [h for h in board.land if h < at and board.places[h][0] == board.places[at][0]]
    return board.names[left[-1]] if left else ""

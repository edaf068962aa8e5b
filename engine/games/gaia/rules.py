"""The rules as the engine uses them: who may do what when (sections 6.1, 6.8), and where each rule stands."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from msgspec import Struct

from engine.clause import Violation
from engine.games.gaia import drawing, effects, hunting, objectives, playing, power, setup, tornado
from engine.games.gaia.cards import hand_size
from engine.games.gaia.catalogue import check_declared, with_card
from engine.games.gaia.chance import sample
from engine.games.gaia.conservation import broken_laws
from engine.games.gaia.ending import standings
from engine.games.gaia.flow import proceed, turn_of
from engine.games.gaia.policy import choose
from engine.games.gaia.sample import sample_header
from engine.games.gaia.state import State, placed
from engine.ledger import Entry
from engine.ruleset import Standing, Step, Turn
from events.record import Header
from events.vocabulary import gaia as events


class Rule(Struct, frozen=True):
    """Where an event is accepted (section 6.8) and what it does: `decide(state, actor, event)`.

    Of a chance event, which has no actor: `decide(state, event)`.
    """

    awaits: str
    decide: Any
    chance: bool = False


class Gaia:
    """The ruleset of Gaia."""

    id = "gaia"
    name = "Gaia"
    version = "1"
    state_type = State
    figures_of_a_seat: tuple[str, ...] = (
        "vp",
        "hand",
        "played_nature",
        "played_power",
        "tiles",
        "replaced",
        "founded",
        "removed",
        "eaten",
        "needs",
        "objectives",
        "cancelled",
    )

    def start(self, header: Header) -> State:
        """The state before the first record: section 5.1, section 5.2."""
        return setup.start(header)

    def apply(self, state: State, event: Any, actor: int | None) -> list[Entry]:
        """Section 6.1: one event. Raises Violation with the first clause that it breaks and changes nothing then.

        After GA-6.1.1 to GA-6.1.4 the event's own clauses are checked in numerical order (GA-6.1.5).
        """
        awaiting = state.awaiting
        if awaiting == "over":
            raise Violation("GA-6.1.1", event=event.__struct_config__.tag)
        kind = type(event)
        if kind is events.CardDeclared:
            _check_no_actor(actor)
            return _declare(state, event)
        if awaiting == "setup":
            setup.check_order(state, event)
            _check_no_actor(actor)
            return setup.set_up(state, event)
        rule = _RULES.get(kind)
        if rule is None or rule.awaits != awaiting:
            raise Violation("GA-6.1.2", event=event.__struct_config__.tag, awaited=awaiting)
        if rule.chance:
            _check_no_actor(actor)
            entries: list[Entry] = rule.decide(state, event)
            return entries
        _check_actor(state, awaiting, event, actor)
        decided: list[Entry] = rule.decide(state, actor, event)
        return decided

    def proceed(self, state: State) -> Step | None:
        """The end of a turn, and the start of the next with its hunting."""
        return proceed(state)

    def legal(self, state: State) -> Iterator[tuple[int | None, Any]]:
        """Section 7.15: every legal event, in the order of GA-7.15.4."""
        awaiting = state.awaiting
        if awaiting == "setup":
            yield from ((None, event) for event in setup.legal_setup(state))
        elif awaiting == "protection":
            yield from power.legal_reactions(state)
        elif awaiting in _CHANCES:
            yield from ((None, event) for event in _CHANCES[awaiting](state))
        elif awaiting in _DECISIONS:
            seat = state.claimants[0] if awaiting == "claim" else state.active
            for enumerate_legal in _DECISIONS[awaiting]:
                yield from ((seat, event) for event in enumerate_legal(state))

    def plain(self, state: State, event: Any) -> Any:
        """An event as `legal` spells it: GA-7.2.3, GA-7.9.6.3 and GA-7.15.1 leave more than one spelling."""
        if isinstance(event, events.DrawRow):
            return drawing.plain_draw(state, event)
        return effects.plain_power(state, event) if isinstance(event, events.PlayPower) else event

    def turn(self, state: State) -> Turn:
        """Where the game stands."""
        return turn_of(state)

    def figures(self, state: State, seat: int) -> Mapping[str, int]:
        """The figures of a seat; `vp` are the meeples placed (GA-6.6.1)."""
        player = state.players[seat]
        return {
            "vp": placed(state, seat),
            "hand": hand_size(player),
            "played_nature": len(player.played_nature),
            "played_power": len(player.played_power),
            "tiles": player.tiles,
            "replaced": player.replaced,
            "founded": player.founded,
            "removed": player.removed,
            "eaten": player.eaten,
            "needs": player.needs,
            "objectives": player.objectives,
            "cancelled": player.cancelled,
        }

    def faction(self, state: State, seat: int) -> str | None:
        """None: the game has no factions."""
        return None

    def standings(self, state: State) -> list[Standing] | None:
        """GA-10.3: the ranking, None while the game runs."""
        return standings(state)

    def conservation(self, state: State) -> Iterator[str]:
        """The invariants of section 4.4 that do not hold."""
        return broken_laws(state)

    def sample_header(self, rng: Random, players: int | None, options: Mapping[str, Any]) -> Header:
        """A header for self-play, with a catalogue of the house."""
        return sample_header(rng, players, options)

    def sample_chance(self, state: State, rng: Random) -> Any:
        """GA-8.1.3: a chance outcome, drawn uniformly."""
        return sample(state, rng)

    def choose(self, state: State, actions: list[tuple[int | None, Any]], rng: Random) -> int:
        """The decision that the sensible policy takes."""
        return choose(state, actions, rng)


def _declare(state: State, event: events.CardDeclared) -> list[Entry]:
    """GA-8.2.6: one definition more for a partial catalogue, at any time before the end.

    Raises Violation GA-8.2.6 for a complete catalogue, GA-8.2.1 to GA-8.2.5 for a definition that does not fit it.
    """
    if state.catalogue.complete:
        raise Violation("GA-8.2.6", card=event.card.id, catalogue=state.catalogue.id)
    if event.what not in ("city", "animal", "objective"):
        raise Violation("GA-6.1.4", what=event.what)
    catalogue = with_card(state.catalogue, state.options, event.what, event.card)
    check_declared(catalogue, state.options)
    state.catalogue = catalogue
    return []


def _check_no_actor(actor: int | None) -> None:
    """GA-8.1.1: neither chance nor a declaration has an actor."""
    if actor is not None:
        raise Violation("GA-8.1.1", actor=actor)


def _check_actor(state: State, awaiting: str, event: Any, actor: int | None) -> None:
    """GA-6.1.3: only a player from whom the event is awaited decides; "nobody answers" has no actor (GA-7.11.1)."""
    if awaiting == "protection":
        if actor in state.queue or (actor is None and type(event) is events.PassProtection):
            return
        raise Violation("GA-6.1.3", actor=actor, awaited=list(state.queue))
    seat = state.claimants[0] if awaiting == "claim" else state.active
    if actor != seat:
        raise Violation("GA-6.1.3", actor=actor, awaited=[seat])


_RULES: dict[type, Rule] = {
    events.Hunt: Rule("hunt", hunting.hunt),
    events.DrawRow: Rule("action", drawing.draw_row),
    events.DrawDeck: Rule("action", drawing.draw_deck),
    events.PlayNature: Rule("action", playing.play_nature),
    events.PlayAnimals: Rule("action", playing.play_animals),
    events.PlayCity: Rule("action", playing.play_city),
    events.PlayPower: Rule("action", power.play_power),
    events.DrawExhausted: Rule("action", drawing.draw_exhausted),
    events.DeckDrawn: Rule("deck_draw", drawing.deck_drawn, chance=True),
    events.RowRefilled: Rule("row_refill", drawing.row_refilled, chance=True),
    events.DiscardCard: Rule("discard", drawing.discard_card),
    events.Protect: Rule("protection", power.protect),
    events.PassProtection: Rule("protection", power.pass_protection),
    events.TornadoDrawn: Rule("tornado_draw", power.tornado_drawn, chance=True),
    events.TornadoKeep: Rule("tornado_keep", power.tornado_keep),
    events.ClaimObjective: Rule("claim", objectives.claim_objective),
}
_CHANCES: dict[str, Callable[[State], Iterator[Any]]] = {
    "deck_draw": drawing.legal_drawn,
    "row_refill": drawing.legal_drawn,
    "tornado_draw": tornado.legal_taken,
}
# GA-6.2.3: two actions of these kinds, in any order and combination; there is no passing.
_DECISIONS: dict[str, tuple[Callable[[State], Iterator[Any]], ...]] = {
    "hunt": (hunting.legal_hunts,),
    "action": (
        drawing.legal_draws,
        playing.legal_natures,
        playing.legal_animals,
        playing.legal_cities,
        power.legal_powers,
        drawing.legal_exhaustion,
    ),
    "discard": (drawing.legal_discards,),
    "tornado_keep": (power.legal_keeps,),
    "claim": (objectives.legal_claims,),
}

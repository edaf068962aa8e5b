"""The table of rules: which event answers what, who may decide when (DA-6.1, DA-6.6, DA-7.1, DA-7.3, DA-8.1)."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from engine.agenda import Awaited, facts
from engine.chance import Outcome
from engine.clause import Violation
from engine.games.daitoshi import (
    actions,
    agenda,
    choices,
    districts,
    exploiting,
    inventions,
    machine,
    magnates,
    partnerships,
    production,
    progress,
    rewards,
    setup,
    trading,
    wilderness,
    workshops,
)
from engine.games.daitoshi.actions import cannot_fail
from engine.games.daitoshi.flow import answers_to, awaited, follow, go_on, leaves_action, settle
from engine.games.daitoshi.resolving import QUESTIONS, run
from engine.games.daitoshi.state import Player, State
from engine.ledger import Book
from engine.ruleset import Order, Rule
from engine.snapshot import fork
from events.vocabulary import daitoshi as events

Do = Callable[[State, Any, Any, Any, Book], None]
Plain = Callable[[State, Player, Any, Any], Any]
TOPICS = (exploiting, progress, rewards, wilderness)  # what happens there is registered, and decided elsewhere
PRODUCTION, ACTION, TURN_START, WORKERS = ("production",), ("action",), ("turn_start",), ("workers",)
WINDOWS = ("exploit", "production", "action")

# DA-6.1 to DA-8.1: `checked_item` says by which clause, so there is none for what is not awaited, or of whom.
ORDER = Order(over="DA-6.1", chance="DA-8.1", awaited="", actor="")


def _no_seat(state: State, seat: int | None) -> Violation:
    """DA-6.1: a decision is a player's."""
    return Violation("DA-6.1", actor=seat, players=len(state.players))


def checked_item(
    state: State, seat: int, kinds: tuple[type[Awaited], ...], phases: tuple[str, ...], clause: str, event: Any
) -> Any:
    """The item that a decision of a seat answers.

    Raises Violation, in the order of DA-7.1: DA-6.1 for the wrong phase or player, DA-6.6 for an open question or a
    chance outcome that has to come first, else `clause`: it is not asked for at this moment.
    """
    items = awaited(state)
    for item in items:
        if item.seat == seat and type(item) in kinds:
            return item
    told = {"event": event.__struct_config__.tag, "phase": state.phase, **facts(items)}
    theirs = [item for item in items if item.seat == seat]
    chance = any(item.seat is None for item in items) and seat in state.acting
    others = agenda.Window in kinds and seat != state.active
    if (not theirs and not chance) or others or (phases and state.phase not in phases):
        raise Violation("DA-6.1", **told)
    if chance or isinstance(theirs[0], agenda.Question):
        raise Violation("DA-6.6", **told)
    done = agenda.Produce in kinds and state.players[seat].finished
    raise Violation("DA-6.1" if done else clause, **told)


def decision(
    do: Do,
    kind: type[Awaited],
    phases: tuple[str, ...],
    clause: str,
    legal: Callable[[State, int], Iterable[Any]],
) -> Rule:
    """The rule of a decision: who may, then `do`."""
    kinds = (kind,)

    def decide(state: State, seat: int | None, event: Any) -> Book:
        if seat is None or not 0 <= seat < len(state.players):
            raise _no_seat(state, seat)
        player = state.players[seat]
        item: Any = player.stack[-1] if player.stack else None
        if type(item) is not kind or state.own is not None:
            item = checked_item(state, seat, kinds, phases, clause, event)
            _try_out(state, do, seat, item, event)
        book: Book = []
        do(state, player, item, event, book)
        run(state, player, book)
        if state.promised or state.moving or not player.stack:
            follow(state, player, book)
        return book

    def possible(state: State, seat: int) -> Iterable[Any]:
        offered = legal(state, seat)
        return _ending(state, seat, offered, decide) if state.catalogue.circular else offered

    return Rule(decide, kinds, legal=possible)


def answer(
    *kinds: type[Awaited], phases: tuple[str, ...] = (), clause: str = "DA-7.86", plain: Plain | None = None
) -> Rule:
    """The rule of an answer to questions of some kinds (DA-7.86); `plain` where more than one spelling is accepted."""

    def decide(state: State, seat: int | None, event: Any) -> Book:
        if seat is None or not 0 <= seat < len(state.players):
            raise _no_seat(state, seat)
        player, own = state.players[seat], state.own is not None
        item: Any = player.stack[-1] if player.stack else None
        if own or type(item) not in kinds:
            item = checked_item(state, seat, kinds, phases, clause, event)
        told = event if plain is None else plain(state, player, item, event)
        asking = QUESTIONS[type(item)]
        allows, answers, take = asking.allows, asking.answers, asking.take
        if not (told in answers(state, player, item) if allows is None else allows(state, player, item, told)):
            raise _no_answer(state, player, item, told)
        if state.promised and not cannot_fail(state, player, item) and not leaves_action(state, player, item, told):
            raise Violation("DA-6.23", **structs.asdict(told))
        if own:
            _try_out(state, _take, seat, item, told)
            item = _nested_anew(state, item)
        book: Book = []
        (state.agenda or player.stack).pop()
        take(state, player, item, told, book)
        run(state, player, book)
        if state.promised or state.moving or not player.stack:
            follow(state, player, book)
        return book

    def possible(state: State, seat: int) -> Iterable[Any]:
        offered = legal_answers(state, seat)
        return _ending(state, seat, offered, decide) if state.catalogue.circular else offered

    return Rule(decide, kinds, legal=possible)


def _ending(
    state: State, seat: int, offered: Iterable[Any], decide: Callable[[State, int, Any], Book]
) -> Iterable[Any]:
    """DA-6.3: of what is offered in a game whose effects may go around in circles, that which comes to an end."""
    for event in offered:
        try:
            decide(fork(state), seat, event)
        except Violation:
            continue
        yield event


def legal_answers(state: State, seat: int) -> Iterable[Any]:
    """DA-6.5: the answers to the open question of a seat."""
    player = state.players[seat]
    item = state.agenda[-1] if state.agenda else player.stack[-1]
    assert isinstance(item, agenda.Question), item
    return answers_to(state, player, item)


def _no_answer(state: State, player: Player, item: Any, told: Any) -> Violation:
    """DA-7.86: the clause of the effect, with what is offered."""
    offered = [tuple(structs.asdict(each).values()) for each in answers_to(state, player, item)]
    return Violation(QUESTIONS[type(item)].clause, **structs.asdict(told), offered=offered)


def _nested_anew(state: State, item: Any) -> Any:
    """An answer is an event of its own: how deep its effects are nested is counted anew (DA-6.3)."""
    if state.catalogue.circular and hasattr(item, "context"):
        return structs.replace(item, context=structs.replace(item.context, depth=1))
    return item


def _take(state: State, player: Player, item: Any, event: Any, book: Book) -> None:
    """What an answer does, as a decision's `do`."""
    (state.agenda or player.stack).pop()
    QUESTIONS[type(item)].take(state, player, _nested_anew(state, item), event, book)


def _try_out(state: State, do: Do, seat: int, item: Any, event: Any) -> None:
    """DA-6.3: where a catalogue's effects may go around in circles an event is tried out before it happens."""
    if state.catalogue.circular:
        trial, tried = fork(state), Book()
        player = trial.players[seat]
        do(trial, player, item, event, tried)
        go_on(trial, player, tried)


def chance(
    do: Callable[[State, Any, Any, Book], None], kind: type[Awaited], of: Callable[[State, Any], Outcome]
) -> Rule:
    """The rule of a chance outcome of the set-up. Raises Violation DA-8.1 if it is not awaited."""

    def outcome(state: State) -> Outcome:
        items = awaited(state)
        if not items or type(items[0]) is not kind:
            raise Violation("DA-8.1", phase=state.phase, **facts(items))
        return of(state, items[0])

    def happen(state: State, seat: None, event: Any) -> Book:
        book: Book = []
        do(state, awaited(state)[0], event, book)
        if state.phase == "setup":
            settle(state, book)
        return book

    return Rule(happen, (kind,), chance=outcome)


def in_turn(do: Do) -> Callable[[State, Any, Any, Book], None]:
    """A chance outcome during a turn: it concerns the player on whose stack it is awaited."""

    def happen(state: State, item: Any, event: Any, book: Book) -> None:
        player = _asked(state, item)
        _try_out(state, do, player.seat, item, event)
        do(state, player, item, event, book)
        go_on(state, player, book)

    return happen


def _asked(state: State, item: Any) -> Player:
    """The player on whose stack an item is awaited."""
    for player in state.players:
        if player.stack and player.stack[-1] is item:
            return player
    raise AssertionError(item)


def declare(state: State, player: Player, item: agenda.Declaration, event: events.EffectDeclared, book: Book) -> None:
    """DA-7.85, DA-6.23: what was declared; not if the action that was decided could then not be done."""

    happen = _declaring(item, event)
    if state.promised and not actions.can_still_be_done(state, player, happen):
        raise Violation("DA-6.23", player=event.player, effects=len(event.effects))
    trial = fork(state)
    happen(trial)
    go_on(trial, trial.players[player.seat], [])
    player.stack.pop()
    choices.effect_declared(state, player, item, event, book)


def _declaring(item: agenda.Declaration, event: events.EffectDeclared) -> Callable[[State], None]:
    """What a declaration does to a copy of the position."""

    def happen(trial: State) -> None:
        player = trial.players[item.player]
        player.stack.pop()
        choices.effect_declared(trial, player, item, event, [])

    return happen


def declaration(state: State, item: agenda.Declaration) -> Outcome:
    """DA-7.85, DA-6.23: any effects; those that are enumerated leave an action possible that was decided."""
    if not state.promised:
        return choices.declaration(item, choices.SAMPLES)
    told = [events.EffectDeclared(item.player, effects) for effects in (*choices.SAMPLES, choices.PLENTY)]
    player = state.players[item.player]
    possible = [e.effects for e in told if actions.can_still_be_done(state, player, _declaring(item, e))]
    return choices.declaration(item, possible)


RULES: dict[type, Rule] = {
    events.InnerTilesPlaced: chance(setup.inner_tiles_placed, agenda.InnerTiles, setup.inner_tiles),
    events.CitiesDrawn: chance(setup.cities_drawn, agenda.Cities, setup.cities),
    events.MarketDrawn: chance(setup.market_drawn, agenda.Market, setup.market),
    events.MachineDrawn: chance(setup.machine_drawn, agenda.MachineCard, setup.machine),
    events.MachinePlaced: chance(setup.machine_placed, agenda.MachinePlace, setup.machine_place),
    events.UniversityStacked: chance(setup.university_stacked, agenda.University, setup.university),
    events.UpgradesPlaced: chance(setup.upgrades_placed, agenda.Upgrades, setup.upgrades),
    events.BasicsDealt: chance(setup.basics_dealt, agenda.DealtBasics, setup.dealt_basics),
    events.BasicsDrawn: chance(setup.basics_drawn, agenda.DrawnBasics, setup.drawn_basics),
    events.ChooseBasic: answer(agenda.BasicAsked, phases=("setup",), clause="DA-5.13"),
    events.NeutralPlaced: chance(setup.neutral_placed, agenda.Neutral, setup.neutral),
    events.LeadProduction: decision(
        production.lead_production, agenda.TurnStart, TURN_START, "DA-6.1", production.legal_leads
    ),
    events.MoveMagnate: decision(magnates.move_magnate, agenda.TurnStart, TURN_START, "DA-6.1", magnates.legal_moves),
    events.UseGrant: decision(production.use_grant, agenda.Produce, PRODUCTION, "DA-6.11", production.legal_grants),
    events.ActivateBuilding: decision(
        production.activate_building, agenda.Produce, PRODUCTION, "DA-6.11", production.legal_activations
    ),
    events.FinishProduction: decision(
        production.finish_production, agenda.Produce, PRODUCTION, "DA-6.11", production.legal_finish
    ),
    events.PlaceWorker: decision(workshops.place_worker, agenda.Workers, WORKERS, "DA-6.1", workshops.legal_places),
    events.EndWorkers: decision(workshops.end_workers, agenda.Workers, WORKERS, "DA-6.1", workshops.legal_end),
    events.ChooseExploit: answer(agenda.ExploitAsked, phases=("exploit",), clause="DA-7.37"),
    events.CommitInventions: decision(actions.decide, agenda.Act, ACTION, "DA-7.40", inventions.legal_commits),
    events.Expand: decision(actions.decide, agenda.Act, ACTION, "DA-7.40", districts.legal_expansions),
    events.DistrictTileDrawn: chance(in_turn(districts.district_tile_drawn), agenda.DistrictDraw, districts.drawing),
    events.DepositHexes: answer(agenda.DepositAsked, phases=ACTION, clause="DA-7.45"),
    events.Renovate: decision(actions.decide, agenda.Act, ACTION, "DA-7.40", districts.legal_renovations),
    events.Electrify: decision(actions.decide, agenda.Act, ACTION, "DA-7.40", districts.legal_electrifications),
    events.Trade: decision(actions.decide, agenda.Act, ACTION, "DA-7.40", trading.legal_trades),
    events.Contribute: decision(machine.contribute, agenda.Act, ACTION, "DA-7.40", machine.legal_contributions),
    events.SkipAction: decision(actions.skip_action, agenda.Act, ACTION, "DA-7.41", actions.legal_skip),
    events.MarketRefilled: chance(in_turn(inventions.market_refilled), agenda.Refill, inventions.refilling),
    events.UsePartnership: decision(
        partnerships.use_partnership, agenda.Window, WINDOWS, "DA-7.51", partnerships.legal_uses
    ),
    events.DeclinePartnership: decision(
        partnerships.decline_partnership, agenda.Window, WINDOWS, "DA-7.51", partnerships.legal_declines
    ),
    events.KeepWorkers: answer(agenda.KeepAsked, phases=("turn_end",), clause="DA-7.87", plain=workshops.plain_answer),
    events.EffectDeclared: chance(in_turn(declare), agenda.Declaration, declaration),
    events.ChooseTrack: answer(agenda.TrackAsked),
    events.ChooseColour: answer(agenda.ColourAsked),
    events.DiscardWorker: answer(agenda.DiscardAsked),
    events.ChooseHex: answer(agenda.RestoreAsked, agenda.ConflictAsked),
    events.ChooseSlot: answer(agenda.ProgressAsked, agenda.UpgradeAsked),
    events.ChooseConvert: answer(agenda.ConvertAsked, plain=choices.plain_convert),
    events.ChooseCity: answer(agenda.BannerAsked, agenda.ActivationAsked),
    events.ChooseWorkshop: answer(agenda.WorkshopAsked),
    events.ChooseOrder: answer(agenda.OrderAsked),
    events.ChooseInvention: answer(agenda.InventionAsked),
    events.ChooseOption: answer(agenda.OptionAsked),
    events.ChooseOptional: answer(agenda.OptionalAsked),
}


def plain(state: State, actor: int | None, event: Any) -> Any:
    """DA-7.1: an event as `legal` spells it: costs told, default orders not, lists without order in order."""
    if isinstance(event, events.Revealing):
        return type(event)(**{name: getattr(event, name) for name in event.__struct_fields__ if name != "defs"})
    if isinstance(event, events.ActivateBuilding):
        return event if actor is None else production.plain_activation(state.players[actor], event)
    if isinstance(event, events.KeepWorkers):
        return workshops.plain_keep(event)
    for item in awaited(state):
        if item.seat is None or item.seat != actor:
            continue
        player = state.players[item.seat]
        if isinstance(item, agenda.ConvertAsked) and isinstance(event, events.ChooseConvert):
            return choices.plain_convert(state, player, item, event)
        if isinstance(item, agenda.Act):
            return plain_action(state, player, event)
    return event


def plain_action(state: State, player: Player, event: Any) -> Any:
    """DA-7.2: an action with the wealth told; with banners before it, what is least is not known yet."""
    if isinstance(event, events.Contribute):
        return machine.plain_contribute(state, player, event)
    if type(event) not in actions.ACTIONS or event.before or event.pay_wealth is not None:
        return event
    return actions.with_least_wealth(state, player, event)

"""Messages of Board Game Arena about the table and its rounds: setup, income, cards, scoring tiles, cult bonus."""

from engine.games.terra_mystica.components import BONUS_CARDS, BonusCard
from engine.games.terra_mystica.readings._bga_table import AFTER_PASS, NOTHING, Table, Take
from engine.games.terra_mystica.rounds import income_of
from engine.games.terra_mystica.setup import may_lie, scoring_tiles_in_play
from engine.games.terra_mystica.state import NOBODY
from events.notations._snellman_commands import Command
from events.notations.bga_text import Row
from events.vocabulary import terra_mystica as events

RESOURCES = {"workers": "worker", "coins": "coin", "Priests": "priest", "power": "power", "spade(s)": "spade"}
INCOME = ("worker", "priest", "coin", "power")


def _plays(table: Table, seat: int, row: Row) -> None:
    """The factions, in the order of seats, at the last message that tells of them."""
    if any(later.kind == "plays" for later in table.rows[table.number + 1 :]):
        return
    for number, each in enumerate(table.replay.header.seats):
        table.reader.play(number, events.ChooseFaction(each.faction or ""))


def _place(table: Table, seat: int, row: Row) -> None:
    table.reader.play(seat, events.PlaceInitialDwelling(row.get("hex")))


def _action_phase(table: Table, seat: int, row: Row) -> list[Table] | None:
    """TM-5.2.2: the scoring tile of the round."""
    state = table.state
    if table.playing:
        return None
    options = (
        tile for tile in scoring_tiles_in_play(state) if tile not in state.scoring and may_lie(tile, state.round)
    )
    return table.branch(
        row, f"scoring tile of round {state.round}", options, lambda table, tile: table.state.scoring.append(tile)
    )


def _income_phase(table: Table, seat: int, row: Row) -> None:
    table.even(None, row)
    if table.state.phase == "cult_bonus":
        _bonus_spades(table, {})
    table.replay.settle()
    table.check(row, table.state.phase == "action", f"the phase is {table.state.phase}")


def _income(table: Table, seat: int, row: Row) -> None:
    """TM-6.2.1: what somebody gets, before any limit."""
    gets = income_of(table.player(seat))
    for resource in ("worker", "priest", "coin", "power"):
        table.equal(seat, row, resource, row.n(resource), gets.get(resource, 0))


def _cleanup(table: Table, seat: int, row: Row) -> None:
    """TM-6.7.1: the bonus of phase 3, all of it; then its spades, in the order of the rules."""
    table.even(None, row)
    place = len(table.replay.entered)
    table.replay.advance_to("cult_bonus")
    table.check(row, table.state.phase != "action", "not everybody has passed, or an offer is open")
    given: dict[tuple[int, str], int] = {}
    for entered in table.replay.entered[place:]:
        for entry in entered.entries if entered.step == "cult_bonus" else ():
            who, figure, delta = entry.seat, entry.figure, entry.delta
            resource = "power" if figure.startswith("bowl") else figure
            moved = delta if resource != "power" else {"bowl2": delta, "bowl3": 2 * delta}.get(figure, 0)
            given[who, resource] = given.get((who, resource), 0) + moved
    given |= {(who, "spade"): spades for who, spades in table.state.spades_due}
    used: dict[int, list[Row]] = {}
    for number, later in table.until("income_phase"):
        who = table.seats.get(later.who, NOBODY)
        if later.kind == "cult_bonus":
            resource = RESOURCES[later.get("what")]
            limited = resource in ("priest", "power") and given.get((who, resource), 0) < later.n()
            told = given.pop((who, resource), 0)
            table.equal(who, later, resource, later.n(), later.n() if limited and table.playing else told)
        elif later.kind == "transform":
            used.setdefault(who, []).append(later)
            table.done.add(number)
    for (who, resource), amount in given.items():
        if resource != "vp":
            table.equal(who, row, resource, 0, amount)
    _bonus_spades(table, used)


def _bonus_spades(table: Table, used: dict[int, list[Row]]) -> None:
    while table.state.phase == "cult_bonus" and table.state.spades_due:
        seat = table.state.spades_due[0][0]
        if left := used.get(seat):
            row = left.pop(0)
            table.reader.line = row.line
            table.reader.play(seat, events.Transform(row.get("hex"), row.get("to"), row.n("free")))
        else:
            table.reader.play(seat, events.Forfeit("spades"))


def _final(table: Table, seat: int, row: Row) -> None:
    table.even(None, row)
    table.replay.settle()
    table.check(row, table.state.phase == "over", f"the phase is {table.state.phase}")


def _card(table: Table, seat: int, row: Row) -> list[Table]:
    """TM-5.6.1: the first card; later ones are taken where the player passes."""
    return table.branch(
        row,
        "bonus card",
        _cards(table, seat, table.number),
        lambda table, card: table.takes_card(card, seat, events.ChooseInitialBonusCard(card)),
    )


def _cards(table: Table, seat: int, number: int) -> list[str]:
    """The cards that fit: by their coins, the next income, the points of the next pass, the actions until then."""
    player, row = table.player(seat), table.rows[number]
    held, player.bonus_card = player.bonus_card, None
    without = income_of(player)
    player.bonus_card = held
    later = [other for other in table.rows[number + 1 :] if other.who == row.who]
    income = next((other for other in later if other.kind == "income"), None)
    used = _actions_of_card(later)
    points = _points_of_card(later)
    return [
        card.id
        for card in BONUS_CARDS.values()
        if table.state.bonus_pool.get(card.id) == row.n()
        if income is None or all(income.n(r) == without.get(r, 0) + card.income.get(r, 0) for r in INCOME)
        if points is None or points == bool(card.pass_vp)
        if not used or used == {_action_kind(card)}
    ]


def _pass(table: Table, seat: int, row: Row) -> list[Table] | None:
    """TM-7.10; what is converted after it is converted before it."""
    card_at = None
    for number, later in table.until("income_phase"):
        if later.who != row.who:
            if later.kind not in NOTHING:
                break
        elif later.kind == "card":
            card_at = number
        elif later.kind in AFTER_PASS:
            table.done.add(number)
            table.takes[later.kind](table, seat, later)
    if card_at is None:
        table.act(seat, Command("pass"))
        return None
    table.done.add(card_at)
    table.replay.settle()
    if table.state.active != seat and table.state.active != NOBODY:
        table.act(seat, Command("wait"))
    table.finish_others(seat)
    return table.branch(
        table.rows[card_at],
        "bonus card",
        _cards(table, seat, card_at),
        lambda table, card: table.takes_card(card, seat, events.Pass(card)),
    )


def _action_kind(card: BonusCard) -> str:
    return {"bonus_spade": "transform", "bonus_cult": "cult"}.get(card.action or card.id, "")


def _actions_of_card(later: list[Row]) -> set[str]:
    """The kinds of messages by which the card's action is used, in the round after it was taken."""
    used: set[str] = set()
    started = False
    for row in later:
        started = started or row.kind == "income"
        if started and row.kind == "pass":
            break
        if started and row.get("by") == "Bonus card action":
            used.add(row.kind)
    return used


def _points_of_card(later: list[Row]) -> bool | None:
    """Whether the card gives points at the next pass; None if there is none."""
    rows = iter(later)
    if not any(row.kind == "income" for row in rows) or not any(row.kind == "pass" for row in rows):
        return None
    for row in rows:
        if row.kind == "vp" and row.get("by") == "Bonus card":
            return True
        if row.kind not in ("vp", "nothing", "convert", "burn"):
            return False
    return False


ROUNDS: dict[str, Take] = {
    "plays": _plays,
    "place": _place,
    "card": _card,
    "income_phase": _income_phase,
    "action_phase": _action_phase,
    "income": _income,
    "cleanup_phase": _cleanup,
    "final": _final,
    "pass": _pass,
}

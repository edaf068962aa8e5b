"""Messages of Board Game Arena about the table and its rounds: income, cards, scoring tiles, cult bonus."""

from engine.games.terra_mystica.components import BONUS_CARDS, GAME, BonusCard
from engine.games.terra_mystica.final_tiles import FINAL_TILES
from engine.games.terra_mystica.readings._bga_table import AFTER_PASS, ANSWERS, NOTHING, Table, Take
from engine.games.terra_mystica.rounds import bonus_of, income_of
from engine.games.terra_mystica.setup import may_lie, scoring_tiles_in_play
from engine.games.terra_mystica.state import NOBODY
from events.notations._snellman_commands import Command
from events.notations.bga_terra_mystica import Row
from events.vocabulary import terra_mystica as events

RESOURCES = {"workers": "worker", "coins": "coin", "Priests": "priest", "power": "power", "spade(s)": "spade"}
SCORING_TILE, FINAL_TILE = "scoring tile of round", "final scoring tile"
INCOME = ("worker", "priest", "coin", "power")


def _action_phase(table: Table, seat: int, row: Row) -> list[Table] | None:
    """TM-5.2.2: the scoring tile of the round; TM-16.8.4: priests from the income instead of terrains."""
    state = table.state
    table.replay.settle()
    while state.phase == "income" and state.waiting:
        table.reader.play(state.waiting[0], events.TakePriest())
        table.replay.settle()
    table.check(row, state.phase == "action", f"the phase is {state.phase}")
    if table.playing:
        return None
    options = (
        tile for tile in scoring_tiles_in_play(state) if tile not in state.scoring and may_lie(tile, state.round)
    )
    return table.branch(
        row, f"{SCORING_TILE} {state.round}", options, lambda table, tile: table.state.scoring.append(tile)
    )


def _income_phase(table: Table, seat: int, row: Row) -> None:
    table.even(None, row)
    if table.state.phase == "cult_bonus":
        _bonus_spades(table, {})
    table.replay.settle()
    table.check(row, table.state.phase in ("action", "income"), f"the phase is {table.state.phase}")


def _income(table: Table, seat: int, row: Row) -> None:
    """TM-6.2.1: the income of a seat, before any limit."""
    gets = income_of(table.player(seat))
    for resource in ("worker", "priest", "coin", "power"):
        table.equal(seat, row, resource, row.n(resource), gets.get(resource, 0))


def _cleanup(table: Table, seat: int, row: Row) -> None:
    """TM-6.7.1: the whole bonus of phase 3, then its spades in the order of the rules.

    What nobody can take (beyond the limits of priests and power, the Giants' single spade) may or may not be reported.
    """
    table.even(None, row)
    table.check(row, len(table.state.scoring) >= table.state.round > 0, "no round has begun")
    table.finish_round()
    place = len(table.replay.entered)
    table.replay.advance_to("cult_bonus")
    table.check(row, table.state.phase != "action", "not everybody has passed, or an offer is open")
    players = table.state.players
    bonus = {(each.seat, what): n for each in players for what, n in bonus_of(table.state, each).items()}
    taken = _taken(table, place)
    used: dict[int, list[Row]] = {}
    for number, later in table.until("income_phase"):
        who = table.seats.get(later.who, NOBODY)
        if later.kind == "cult_bonus":
            resource, stated = RESOURCES[later.get("what")], later.n()
            amount = bonus.pop((who, resource), 0)
            table.equal(who, later, resource, stated, stated if stated == taken.get((who, resource)) else amount)
        elif later.kind in ("transform", "unlock"):
            used.setdefault(who, []).append(later)
            table.done.add(number)
    for who, resource in bonus if table.goes_on("income_phase") else ():
        table.equal(who, row, resource, 0, taken.get((who, resource), 0))
    _bonus_spades(table, used)


def _taken(table: Table, place: int) -> dict[tuple[int, str], int]:
    """The bonus of phase 3 within the limits, entered from `place` on: (seat, resource) -> amount."""
    taken = {(seat, "spade"): spades for seat, spades in table.state.spades_due}
    for entered in table.replay.entered[place:]:
        for entry in entered.entries if entered.step == "cult_bonus" else ():
            seat, figure, delta = entry.seat, entry.figure, entry.delta
            resource = "power" if figure.startswith("bowl") else figure
            moved = delta if resource != "power" else {"bowl2": delta, "bowl3": 2 * delta}.get(figure, 0)
            taken[seat, resource] = taken.get((seat, resource), 0) + moved
    return taken


def _bonus_spades(table: Table, used: dict[int, list[Row]]) -> None:
    while table.state.phase == "cult_bonus" and table.state.spades_due:
        seat = table.state.spades_due[0][0]
        if left := used.get(seat):
            row = left.pop(0)
            table.reader.line = row.line
            if row.kind == "unlock":
                table.reader.play(seat, events.UnlockTerrain(row.get("to")))
            else:
                table.reader.play(seat, events.Transform(row.get("hex"), row.get("to"), row.n("free")))
        elif table.goes_on("income_phase"):
            undecided = table.player(seat).unlocks_owed
            table.reader.play(seat, events.TakePriest() if undecided else events.Forfeit("spades"))
        else:
            return


def _final(table: Table, seat: int, row: Row) -> list[Table] | None:
    """The end of the game; TM-8.4: with the final scoring tile that its points identify."""
    table.even(None, row)
    table.finish_round()
    if table.playing or table.state.options.fire_ice_final_scoring == "none":
        _score(table, row)
        return None

    def then(table: Table, tile: str) -> None:
        table.state.final_tile = tile
        _score(table, row)

    return table.branch(row, FINAL_TILE, FINAL_TILES, then)


def _score(table: Table, row: Row) -> None:
    table.replay.settle()
    table.check(row, table.state.phase == "over", f"the phase is {table.state.phase}")


def _card(table: Table, seat: int, row: Row) -> list[Table]:
    """TM-5.6.1: the first card; later ones are taken when the player passes."""
    return table.branch(
        row,
        "bonus card",
        _cards(table, seat, table.number),
        lambda table, card: table.takes_card(card, seat, events.ChooseInitialBonusCard(card)),
    )


def _cards(table: Table, seat: int, number: int) -> list[str]:
    """The cards that fit by their coins, the next income, the points of the next pass, and the actions until then."""
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
    """TM-7.10; conversions reported after the pass are played before it."""
    card_at = None
    for number, later in table.until("income_phase"):
        if later.who != row.who:
            if later.kind not in NOTHING | ANSWERS:
                break
        elif later.kind == "card":
            card_at = number
        elif later.kind in AFTER_PASS:
            table.done.add(number)
            table.takes[later.kind](table, seat, later)
    if card_at is None:
        if table.number != table.breaks_off_at or table.state.round == GAME.rounds:
            table.act(seat, Command("pass"))
        return None
    table.done.add(card_at)
    table.replay.settle()
    if table.state.active != seat and table.state.active != NOBODY:
        table.act(seat, Command("wait"))
    table.finish_others()
    return table.branch(
        table.rows[card_at],
        "bonus card",
        _cards(table, seat, card_at),
        lambda table, card: table.takes_card(card, seat, events.Pass(card)),
    )


def _action_kind(card: BonusCard) -> str:
    return {"bonus_spade": "transform", "bonus_cult": "cult"}.get(card.action or card.id, "")


def _actions_of_card(later: list[Row]) -> set[str]:
    """The kinds of messages that show the card's action being used, in the round after it was taken."""
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
    """Whether the card gives points at the next pass; None if there is no such pass."""
    rows = iter(later)
    if not any(row.kind == "income" for row in rows) or not any(row.kind == "pass" for row in rows):
        return None
    for row in rows:
        if row.kind == "vp" and row.get("by") == "Bonus card":
            return True
        if row.kind not in ("vp", "nothing", "done", "convert", "burn"):
            return False
    return None


ROUNDS: dict[str, Take] = {
    "card": _card,
    "income_phase": _income_phase,
    "action_phase": _action_phase,
    "income": _income,
    "cleanup_phase": _cleanup,
    "final": _final,
    "pass": _pass,
}

"""The commands of the moderator (TM-17.1.1), read as events in a position: TM-17.4.

A command says less than an event: turns end silently, transforms are implied, offers are named by their giver. `Reader`
follows the state of a replay and plays what each command means there.
"""

from collections.abc import Callable
from typing import Any

from engine.clause import Violation
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    BUILDINGS,
    COMPONENTS,
    CULTS,
    FACTIONS,
    FAVOR_TILES,
    GAME,
    POWER_ACTIONS,
    SPECIAL_ACTIONS,
    TERRAINS,
    TOWN_TILES,
    VOLCANO,
    WHEEL_SIZE,
)
from engine.games.terra_mystica.cults import SUPPLY_SPACE
from engine.games.terra_mystica.homes import HOMES, home_of
from engine.games.terra_mystica.offers import gainable
from engine.games.terra_mystica.readings._snellman_lowering import check_step_down, track_order
from engine.games.terra_mystica.readings._snellman_told import Told, shift_codes
from engine.games.terra_mystica.rounds import bonus_of
from engine.games.terra_mystica.state import NOBODY, Offer, Player, State
from engine.games.terra_mystica.terraforming import always_two, least_useful, spades_in_hand, ways_of_hex
from engine.games.terra_mystica.turns import has_open_followup, owed_at_the_end
from engine.replay import Replay
from events.notations._snellman_commands import Command
from events.vocabulary import terra_mystica as events


def _by_code(*tables: dict[str, Any]) -> dict[str, str]:
    return {each.snellman: name for table in tables for name, each in table.items()}


FACTION_OF = _by_code(FACTIONS)
CARD_OF = _by_code(BONUS_CARDS)
FAVOR_OF = _by_code(FAVOR_TILES)
TOWN_TILE_OF = _by_code(TOWN_TILES)
ACTION_OF = {code: name for code, name in _by_code(SPECIAL_ACTIONS).items() if not name.startswith("shapeshift")}
POWER_ACTION_OF = _by_code(POWER_ACTIONS)
BUILDING_OF = _by_code(BUILDINGS)
CULT_OF = {cult.snellman: cult.id for cult in COMPONENTS.cult}
TERRAIN_OF = {terrain.snellman: terrain.id for terrain in COMPONENTS.terrain if terrain.id in HOMES}
RESOURCE_OF = {"c": "coin", "w": "worker", "p": "priest", "pw": "power", "vp": "vp"}
GIVEN_UP = {
    "SPADE": "spades",
    "FREE_TF": "sandstorm",
    "FREE_D": "free_dwelling",
    "FREE_TP": "free_trading_house",
    "BRIDGE": "bridge",
    "CONVERT_W_TO_P": "ordination",
    "GAIN_FAVOR": "favor",
    "GAIN_P3_FOR_VP": "token",
}
MAIN_ACTIONS = frozenset(("upgrade", "send", "action", "advance", "pass", "dig", "build"))
ANSWERS = frozenset(("leech", "decline", "wait"))
END_TURN = events.EndTurn()
FREE_DECISIONS = frozenset(("convert", "burn", "connect", "adjust", "transform", "bridge"))


class Reader:
    """Plays the commands of rows: `state` and `replay` are followed, `line` is where the current `row` stands.

    `acts_on` tells whether a seat, whose action is done, does something else in the same turn in a later row;
    `imply_link` founds a town over a river hex that a log of before `connect` does not name. TM-17.6: with
    `strict_leech` a leech may not follow upon one's own conversion.
    """

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.state: State = replay.state
        self.line = 0
        self.row: tuple[Command, ...] = ()
        self.told = Told()
        self.seats: dict[str, int] = {}
        self.strict_leech = False
        self.acts_on: Callable[[int], bool]
        self.imply_link: Callable[[Player], None]
        self.let_go()

    def let_go(self) -> None:
        """Know nobody who knows this reader: in a circle a whole game would wait for the garbage collector."""
        self.acts_on = lambda seat: False
        self.imply_link = lambda player: None

    def seat(self, code: str) -> int:
        """The seat of a faction code. Raises Stopped for one that is not in the game."""
        if code not in self.seats:
            known = {player.faction: player.seat for player in self.state.players}
            if FACTION_OF.get(code) not in known:
                violation = Violation("TM-17.2.1", faction=code, factions=sorted(filter(None, known)))
                self.replay.reject(None, None, self.line, violation)
            self.seats[code] = known[FACTION_OF[code]]
        return self.seats[code]

    def play(self, seat: int | None, event: Any) -> None:
        """Play one event at the current line."""
        self.replay.play(seat, event, self.line)

    def note(self, seat: int | None, event: Any) -> None:
        """Remember of an event that was told as it is what the commands after it depend on."""
        if seat is not None and isinstance(event, events.OrdainPriests):
            self.told.ordinations[seat] = self.state.turn, self.line

    def read(self, seat: int, command: Command) -> None:
        """Play what one command of a seat means.

        TM-17.5.3: conversions stand anywhere in a turn; TM-17.5.6: tiles in any order; TM-17.5.10: two actions in a
        row; TM-17.5.11: the last player's turns follow one another.
        """
        verb, state = command.verb, self.state
        if verb == "give_up" and self._is_lost_by_rule(state.players[seat], command):
            return
        if verb not in ANSWERS:  # the answer to a void offer may come after the last pass of a round
            self.replay.settle()
            if not state.actions_left and state.phase == "action" and state.active != NOBODY:
                self._end_turn_before(seat, command)
        COMMANDS[verb](self, state.players[seat], command)

    def end_turn(self) -> None:
        """TM-17.4.3: a turn's end, which the ledger does not show."""
        self.told.given_up.clear()
        self.play(self.state.active, END_TURN)
        self.replay.settle()

    def _end_turn_before(self, seat: int, command: Command) -> None:
        """TM-17.4.3: the active player's turn is over when somebody acts, or when the same player acts anew."""
        state, verb = self.state, command.verb
        if seat != state.active:
            if verb in MAIN_ACTIONS or verb in FREE_DECISIONS:
                self.end_turn()
        elif verb in MAIN_ACTIONS and not self.follows(state.players[seat], command):
            self.end_turn()

    def end_turn_before_answer(self, offer: Offer) -> None:
        """TM-6.5.7: the Cultists' turn ended before they were owed a step, unless they still do something in it."""
        state = self.state
        giver = state.players[offer.giver]
        if state.options.reaction_timing == "immediate":
            return
        if giver.rules.on_leech is None or state.active != giver.seat or state.actions_left:
            return
        if not owed_at_the_end(state, giver) and not self.acts_on(giver.seat):
            self.end_turn()

    def follows(self, player: Player, command: Command) -> bool:
        """TM-6.4.3: whether a command can belong to the action that is under way."""
        followup = self.state.followup
        if command.verb == "dig":
            return followup.may_dig
        if command.verb == "upgrade":
            return followup.free_trading_house
        if command.verb != "build":
            return False
        if followup.free_dwelling or followup.spades or followup.sandstorm:
            return True
        h = self.state.board.numbers.get(command.where, NOBODY)
        return followup.build_ok and h in followup.homes

    # --- offers -----------------------------------------------------------------------------------------------------

    def _offer(self, player: Player, command: Command) -> Offer | None:
        """TM-17.4.6, TM-17.4.7: the oldest open offer that a command can mean; None if it is a void one, or none.

        TM-17.5.15: without `strict-leech` a `leech` that means no offer is played as such.
        TM-17.4.8: offers that no command answers are declined by the rules. TM-17.5.1: answers come late.
        """
        giver = self.seat(command.what) if command.what else None
        own = []
        for offer in self.state.offers:
            if offer.receiver == player.seat and giver in (None, offer.giver):
                if command.n in (0, offer.amount):
                    return offer
                own.append(offer)
        for offer in self.state.void_offers:
            fits = offer.receiver == player.seat and giver in (None, offer.giver) and offer.amount == command.n
            if fits and offer.id not in self.told.void:
                self.told.void.add(offer.id)
                return None
        for offer in own:
            if command.n == gainable(player, offer):
                return offer
        if command.verb == "leech" and self.state.options.loose_leech:
            self.play(player.seat, events.TakeUnofferedPower(command.n, giver))
            return None
        found = [(offer.giver, offer.amount) for offer in own]
        violation = Violation("TM-7.12.1", amount=command.n, giver=giver, open_offers=found)
        return self.replay.reject(player.seat, None, self.line, violation)

    def leech(self, player: Player, command: Command) -> None:
        """`leech 2 from witches`."""
        offer = self._offer(player, command)
        if offer is None:
            return
        converted = self.told.conversions.get(player.seat) == self.state.turn
        if self.strict_leech and converted and player.seat == self.state.active:
            violation = Violation("TM-17.5.15", amount=command.n, converted_before=True)
            self.replay.reject(player.seat, events.AcceptPower(offer.id), self.line, violation)
        self.end_turn_before_answer(offer)
        self.play(player.seat, events.AcceptPower(offer.id))

    def decline(self, player: Player, command: Command) -> None:
        """`decline 2 from witches`; without a number all open offers."""
        if not command.n:
            for number in [offer.id for offer in self.state.offers if offer.receiver == player.seat]:
                self.play(player.seat, events.DeclinePower(number))
            return
        offer = self._offer(player, command)
        if offer is not None:
            self.play(player.seat, events.DeclinePower(offer.id))

    # --- land -------------------------------------------------------------------------------------------------------

    def build(self, player: Player, command: Command) -> None:
        """TM-17.4.4: `build H`, with the transform it implies; TM-17.5.4: after free and bought spades alike."""
        state = self.state
        if state.phase == "setup_dwellings":
            self.play(player.seat, events.PlaceInitialDwelling(command.where))
            return
        h = state.board.numbers.get(command.where, NOBODY)
        home = home_of(player)
        implied = h != NOBODY and 0 <= state.terrain[h] != home and not player.unlocked  # TM-16.8.2
        if implied and not state.followup.free_dwelling:
            self._transform(player, h, home)
        self.play(player.seat, events.BuildDwelling(command.where))

    def transform(self, player: Player, command: Command) -> None:
        """`transform H to K`; TM-17.4.5: without colour to the home terrain, or as near to it as the spades reach."""
        h = self.state.board.numbers.get(command.where, NOBODY)
        if h == NOBODY or self.state.terrain[h] < 0:
            self.play(player.seat, events.Transform(command.where, player.rules.home, 0))
            return
        if command.what in TERRAIN_OF:
            self._transform(player, h, HOMES[TERRAIN_OF[command.what]])
        else:
            self._transform(player, h, self._nearest(player, h))

    def _transform(self, player: Player, h: int, target: int) -> None:
        spades = spades_in_hand(self.state, player)
        used = 0
        if not self.state.followup.sandstorm and target != VOLCANO:
            possible = ways_of_hex(self.state, player, h, target)
            used = spades if spades in possible else min(possible, default=spades)
        self.play(player.seat, events.Transform(self.state.board.names[h], TERRAINS[target], used))
        if self.told.given_up:
            self._give_up_the_rest(player, "SPADE")

    def _nearest(self, player: Player, h: int) -> int:
        home, current = home_of(player), self.state.terrain[h]
        if home >= WHEEL_SIZE:
            return home
        spades = spades_in_hand(self.state, player)
        up = (home - current) % WHEEL_SIZE
        if self.state.followup.sandstorm or spades >= min(up, WHEEL_SIZE - up):
            return home
        return (current + (spades if up < WHEEL_SIZE - up else -spades)) % WHEEL_SIZE

    def dig(self, player: Player, command: Command) -> None:
        """`dig 2`."""
        self.play(player.seat, events.Dig(command.n))

    def upgrade(self, player: Player, command: Command) -> None:
        """`upgrade H to TP`."""
        self.play(player.seat, events.UpgradeStructure(command.where, BUILDING_OF[command.what]))

    def bridge(self, player: Player, command: Command) -> None:
        """`bridge H:H`."""
        self.play(player.seat, events.PlaceBridge(command.where, command.to))
        if self.told.given_up:
            self._give_up_the_rest(player, "BRIDGE")

    def connect(self, player: Player, command: Command) -> None:
        """`connect r12`, or the land hexes on its banks."""
        board = self.state.board
        if command.where.startswith("r"):
            self.play(player.seat, events.FoundMermaidTown(command.where))
            return
        ends = {board.numbers.get(name, NOBODY) for name in command.where.split(":")}
        river = next((r for r in board.rivers if ends <= set(board.banks[r])), NOBODY)
        name = board.names[river] if river != NOBODY else command.where
        self.play(player.seat, events.FoundMermaidTown(name))

    # --- everything else ----------------------------------------------------------------------------------------------

    def send(self, player: Player, command: Command) -> None:
        """`send p to fire`: to the best space that is free, or `for n`."""
        cult = CULT_OF[command.what]
        free = self.state.order_spaces[CULTS.index(cult)]
        self.play(player.seat, events.SendPriest(cult, command.n or max(free, default=SUPPLY_SPACE)))

    def action(self, player: Player, command: Command) -> None:
        """`action ACT1`, `action BON1`, `action ACTW`."""
        if command.what in POWER_ACTION_OF:
            self.play(player.seat, events.PowerAction(POWER_ACTION_OF[command.what]))
        elif command.what in ACTION_OF:
            self.play(player.seat, events.SpecialAction(ACTION_OF[command.what]))
        else:
            shifts = {code: name for name, code in shift_codes(player).items()}
            self.play(player.seat, events.SpecialAction(shifts.get(command.what, command.what)))

    def advance(self, player: Player, command: Command) -> None:
        """`advance ship`, `advance dig`."""
        self.play(player.seat, events.AdvanceShipping() if command.what == "ship" else events.AdvanceExchange())

    def pass_round(self, player: Player, command: Command) -> None:
        """`pass BON1`; in the setup it takes the first card; TM-17.5.16: in the last round the card means nothing."""
        card = CARD_OF.get(command.what, command.what) or None
        if self.state.phase == "setup_bonus":
            self.play(player.seat, events.ChooseInitialBonusCard(card or ""))
        else:
            self.play(player.seat, events.Pass(card if self.state.round < GAME.rounds else None))

    def convert(self, player: Player, command: Command) -> None:
        """`convert 2pw to 2c`; workers to priests are the Darklings' ordination."""
        give, get = RESOURCE_OF[command.what], RESOURCE_OF[command.to]
        self.told.conversions[player.seat] = self.state.turn
        if (give, get) == ("worker", "priest"):
            self._ordain(player, command)
        else:
            self.play(player.seat, events.Convert(give, command.n, get, command.to_n))

    def _ordain(self, player: Player, command: Command) -> None:
        """TM-7.8.9: one decision, which a row may tell a few priests at a time: its first command is all of it."""
        if self.told.ordinations.get(player.seat) == (self.state.turn, self.line):
            return
        told = [each for each in self.row if (each.verb, each.what, each.to) == ("convert", "w", "p")] or [command]
        workers, priests = sum(each.n for each in told), sum(each.to_n for each in told)
        if workers != priests:
            violation = Violation("TM-7.8.9", workers=workers, priests=priests)
            self.replay.reject(player.seat, None, self.line, violation)
        event = events.OrdainPriests(priests)
        self.play(player.seat, event)
        self.note(player.seat, event)

    def burn(self, player: Player, command: Command) -> None:
        """`burn 2`; TM-17.5.16: `burn 0` is nothing."""
        if command.n:
            self.play(player.seat, events.BurnPower(command.n))

    def tile(self, player: Player, command: Command) -> None:
        """`+FAV5`, `+2TW1`."""
        if command.what in FAVOR_OF:
            self.play(player.seat, events.ChooseFavorTile(FAVOR_OF[command.what]))
            return
        name = TOWN_TILE_OF.get(command.what, command.what)
        for _ in range(command.n):
            if not player.towns_owed and player.rules.id == "mermaids" and self.state.active == player.seat:
                self.imply_link(player)
            try:
                order = track_order(self.state, player, name, self.told.lowered)
            except Violation as violation:
                self.replay.reject(player.seat, None, self.line, violation)
            self.play(player.seat, events.ChooseTownTile(name, order))
        self.told.lowered.clear()

    def cult(self, player: Player, command: Command) -> None:
        """`+FIRE`, `+2FIRE`: the steps that are owed; two single ones may be written as one.

        TM-17.5.2, TM-17.5.7: the Cultists' come late, even after the last pass.
        """
        owed = player.cult_owed
        times = command.n if owed and owed[0] < command.n else 1
        for _ in range(times):
            self.play(player.seat, events.ChooseCultStep(CULT_OF[command.what]))

    def lose_cult(self, player: Player, command: Command) -> None:
        """TM-16.4.2: the Acolytes' loss; TM-17.5.5: else `-WATER` before a town tile is the track that gets no key."""
        cult = CULT_OF[command.what]
        if player.loss_owed:
            if command.n != player.loss_owed:
                violation = Violation("TM-16.4.2", owed=player.loss_owed, cult=cult, steps=command.n)
                self.replay.reject(player.seat, None, self.line, violation)
            self.play(player.seat, events.LoseCult(cult))
            return
        if self.state.options.loose_cult_loss and not player.towns_owed:
            self.play(player.seat, events.AdjustResources(cult, -command.n))
            return
        track = CULTS.index(cult)
        try:
            check_step_down(player, track, command.n)
        except Violation as violation:
            self.replay.reject(player.seat, None, self.line, violation)
        self.told.lowered[track] = command.n

    def _is_lost_by_rule(self, player: Player, command: Command) -> bool:
        """TM-17.4.9: whether `-SPADE` says what the rules do: Giants lose the odd spade of phase 3 (TM-7.3.12)."""
        state = self.state
        if command.what != "SPADE" or not always_two(player):
            return False
        if state.phase == "action" and state.active == NOBODY:
            self.replay.advance_to("cult_bonus")
        if state.phase != "cult_bonus" or any(due[0] == player.seat for due in state.spades_due):
            return False
        lost = bonus_of(state, player).get("spade", 0) % least_useful(player)
        if command.n != lost or self.told.odd_spades.get(player.seat) == state.round:
            return False
        self.told.odd_spades[player.seat] = state.round
        return True

    def give_up(self, player: Player, command: Command) -> None:
        """TM-17.5.13: `-SPADE`, `-BRIDGE`; of an ordination the part that was not used is gone already: TM-7.8.9."""
        ordained, _ = self.told.ordinations.get(player.seat, (0, 0))
        if command.what == "CONVERT_W_TO_P" and ordained == self.state.turn:
            return
        place = player.seat, command.what
        already, held = self.told.given_up.pop(place, 0), self._held(player, command.what)
        if already + command.n > held:
            violation = Violation("TM-7.11.6", what=command.what, n=already + command.n, has=held)
            self.replay.reject(player.seat, None, self.line, violation)
        if already + command.n < held:  # a part of it; the rest is still to be used
            self.told.given_up[place] = already + command.n
            return
        self.play(player.seat, events.Forfeit(GIVEN_UP.get(command.what, command.what)))

    def _give_up_the_rest(self, player: Player, what: str) -> None:
        """What was given up before, as soon as there is no more of it: the rules know only all or nothing."""
        already = self.told.given_up.get((player.seat, what), 0)
        if already and self._held(player, what) == already:
            del self.told.given_up[player.seat, what]
            self.play(player.seat, events.Forfeit(GIVEN_UP[what]))

    def _held(self, player: Player, what: str) -> int:
        """How much can be given up of something; of what has no number, as much as is written."""
        numbers = {"SPADE": spades_in_hand(self.state, player), "BRIDGE": self.state.followup.bridges}
        return numbers.get(what, player.ordination if what == "CONVERT_W_TO_P" else 1)

    def adjust(self, player: Player, command: Command) -> None:
        """TM-17.5.9: `-2w`."""
        self.play(player.seat, events.AdjustResources(RESOURCE_OF[command.what], command.n))

    def wait(self, player: Player, command: Command) -> None:
        """TM-17.5.12: `wait` means nothing."""

    def done(self, player: Player, command: Command) -> None:
        """`done` ends the turn, if it is not over yet."""
        if self.state.active == player.seat and not has_open_followup(self.state):
            self.end_turn()

    def setup(self, player: Player, command: Command) -> None:
        """`setup` rows are read where the factions are chosen."""

    def drop(self, player: Player, command: Command) -> None:
        """`resign`, `drop-faction F`."""
        seat = self.seat(command.what) if command.what else player.seat
        if not self.state.players[seat].dropped:
            self.play(None, events.DropPlayer(seat))

    def gain_token(self, player: Player, command: Command) -> None:
        """`gain P3 for VP`."""
        self.play(player.seat, events.BuyToken())

    def color(self, player: Player, command: Command) -> None:
        """`pick-color green`."""
        self.play(player.seat, events.ChooseHomeTerrain(TERRAIN_OF.get(command.what, command.what)))

    def unlock(self, player: Player, command: Command) -> None:
        """`unlock-terrain green`, `unlock-terrain gain-priest`."""
        if command.what == "gain-priest":
            self.play(player.seat, events.TakePriest())
        else:
            self.play(player.seat, events.UnlockTerrain(TERRAIN_OF.get(command.what, command.what)))


COMMANDS: dict[str, Callable[[Reader, Player, Command], None]] = {
    "leech": Reader.leech,
    "decline": Reader.decline,
    "build": Reader.build,
    "transform": Reader.transform,
    "dig": Reader.dig,
    "upgrade": Reader.upgrade,
    "bridge": Reader.bridge,
    "connect": Reader.connect,
    "send": Reader.send,
    "action": Reader.action,
    "advance": Reader.advance,
    "pass": Reader.pass_round,
    "convert": Reader.convert,
    "burn": Reader.burn,
    "tile": Reader.tile,
    "cult": Reader.cult,
    "lose_cult": Reader.lose_cult,
    "give_up": Reader.give_up,
    "adjust": Reader.adjust,
    "wait": Reader.wait,
    "done": Reader.done,
    "setup": Reader.setup,
    "drop": Reader.drop,
    "gain_token": Reader.gain_token,
    "color": Reader.color,
    "unlock": Reader.unlock,
}

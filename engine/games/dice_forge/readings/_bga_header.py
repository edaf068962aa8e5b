"""The header of a Board Game Arena table, and the meaning of its identifiers: DF-16.10, DF-16.12, DF-16.40."""

import re
from collections import Counter
from typing import Any

from engine.clause import Unsupported
from engine.games.dice_forge.components import BOAR, CARDS, COUNTS, FACES, GROUPS, SETS, SLOTS, STACK, TABLES
from engine.games.dice_forge.feats import group_of
from engine.games.dice_forge.options import QUIRKS
from engine.games.dice_forge.readings._bga_agreement import check_card
from engine.games.dice_forge.slots import PROMOS
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from events.notations._bga_packets import first_day
from events.notations.bga_diceforge import Document, Player, Row
from events.problems import count

FACE_OF = {face.bga: face.id for face in FACES.values()}
CARD_OF = {card.bga: card.id for card in CARDS.values()}
GROUP_OF = {card.bga: card.group or card.id for card in CARDS.values()} | {
    group.bga: group.id for group in GROUPS.values() if group.bga
}
GROUP_OF["hydra"] = "hydra"
SLOT_OF = {slot.bga: slot.id for slot in SLOTS.values()}
# DF-16.50: notifications of the expansion; a log with any of them is refused.
EXPANSION = {
    *("notifCelestialRoll", "notifMazeMove", "notifMazeTreasure", "notifTitanMove", "notifMemorySetup"),
    *("notifRemoveMemoryToken", "notifAddTokenScepter", "notifCompanion", "notifUseCompanion"),
    *("twinUpdate", "notifEndScoringTitan", "notifEffect"),
}
EXPANSION_AMOUNTS = ("scepter", "maze", "loyalty", "ancientshard")
# DF-16.50: the platform reports unused scepters even in games without the expansion.
_AMOUNTS_OF_EXPANSION = {
    "notifBlessing": EXPANSION_AMOUNTS,
    "notifUseTritonToken": EXPANSION_AMOUNTS,
    "notifUseScepter": (*EXPANSION_AMOUNTS, "moonshard", "fireshard"),
}
EXPANSION_STATES = range(26, 30)
_GAME_END = 99
_SCORE = re.compile("-?[0-9]{1,6}")
# The arguments that name faces and cards. A message with a single face reports a ship that was passed.
_FACES = {"notifBlessing": ("dice1", "dice2"), "notifSideForged": ("side_type", "old_side_type")}
_COPY = ("old_side_type", "side_type")
_CARDS = {"notifExploitBuy": "card_type", "notifEndScoring": "card_type"}
_MAY_BE_REFUSED = {
    *EXPANSION,
    *_AMOUNTS_OF_EXPANSION,
    *_FACES,
    *_CARDS,
    "gameStateChange",
    "notifMessage",
    "notifDraft",
}


def face_of(row: Row, key: str) -> str:
    """The face that an argument names. Raises Unsupported for one outside the base game (DF-1.3)."""
    return known(FACE_OF, row, key, "face")


def known(table: dict[str, str], row: Row, key: str, what: str) -> str:
    """The meaning of an identifier. Raises Unsupported, with the packet, for one that these rules lack."""
    word = row.word(key)
    meaning = table.get(word)
    if meaning is None:
        raise Unsupported(f"{what} in packet {row.packet}", word)
    return meaning


def header(document: Document) -> Header:
    """DF-16.40: the header of a table.

    Raises Unsupported for the expansion, an option or a card out of scope (DF-1.3), Unreadable if there are no players.
    """
    for row in document.rows:
        if row.type in _MAY_BE_REFUSED:
            _refuse_expansion(row)
            _refuse_unknown(row)
    order = seating(document)
    options = _options(document, order)
    seats = tuple(Seat(player.name) for player in order)
    scores = document.scores or _final_scores(document)
    expected = {seat: scores[player.id] for seat, player in enumerate(order) if player.id in scores}
    played = first_day(row.time for row in document.rows)
    return Header("dice_forge", "1", options, seats, expected=expected, played_at=played)


def _final_scores(document: Document) -> dict[str, int]:
    """DF-16.8: the scores stated by the last state, by player id; empty where there are none."""
    scores: dict[str, int] = {}
    for row in document.rows:
        if row.type == "gameStateChange" and row.number("id") == _GAME_END:
            stated = row.args.get("args")
            result = stated.get("result") if isinstance(stated, dict) else None
            for line in result if isinstance(result, list) else ():
                if isinstance(line, dict) and _SCORE.fullmatch(str(line.get("score"))):
                    scores[str(line.get("id"))] = int(line["score"])
    return scores


def _refuse_expansion(row: Row) -> None:
    """DF-16.12, DF-16.50: amounts, states and notifications of the expansion."""
    found = ""
    if row.type in EXPANSION:
        found = row.type
    elif row.type == "gameStateChange" and row.number("id") in EXPANSION_STATES:
        found = f"state {row.number('id')}"
    amounts = _AMOUNTS_OF_EXPANSION.get(row.type, ())
    if any(map(row.args.get, amounts)):  # hardly ever
        for amount in amounts:
            if row.args.get(amount) and row.number(amount):
                found = f"{row.type}.{amount}"
    if found:
        raise Unsupported(f"the expansion, in packet {row.packet}", found)


def _refuse_unknown(row: Row) -> None:
    """DF-1.3: faces and cards outside the base game; a log that names one is not begun."""
    args = row.args
    copies = row.type == "notifMessage" and "old_side_type" in args
    for key in _COPY if copies else _FACES.get(row.type, ()):
        if args.get(key):
            face_of(row, key)
    if row.type in _CARDS:
        card = CARDS[known(CARD_OF, row, _CARDS[row.type], "card")]
        if row.type == "notifExploitBuy":
            check_card(row, card)
    elif row.type == "notifDraft":
        drafted(row)


def seating(document: Document) -> list[Player]:
    """The players in turn order: the order of turns in most rounds. Raises Unreadable where it cannot be determined."""
    by_id = {player.id: player for player in document.players}
    rounds: list[list[str]] = [[]]
    for row in document.rows:
        if row.type == "notifBeginTurn":
            rounds.append([])
        elif row.type == "notifBeginPlayerTurn":
            if row.word("player_id") not in by_id:
                raise row.unreadable("player_id", "one of the players")
            rounds[-1].append(row.word("player_id"))
    whole = Counter(tuple(each) for each in rounds if len(each) == len(set(each)) == len(by_id))
    usual = [each for each, _ in whole.most_common(1)]
    order = {id_: by_id[id_] for each in (*usual, *rounds) for id_ in each}
    if len({player.name for player in by_id.values()}) != len(by_id):
        raise Unreadable("two players of the same name", "unique names", line=1, path="data.players")
    if len(by_id) not in COUNTS:
        raise Unreadable(count(len(by_id), "player"), "2 to 4 players", line=1, path="data.players")
    # A log that ends within the first round does not show the seats of players who have not had a turn.
    return [*order.values(), *(player for player in by_id.values() if player.id not in order)]


def _options(document: Document, order: list[Player]) -> dict[str, Any]:
    """DF-16.40: from the table's options, otherwise from what happened."""
    quirks = QUIRKS if document.quirks is None else document.quirks
    options: dict[str, Any] = {"dialect": "bga", "quirks": list(quirks), "platform_events": True}
    for rule in TABLES.bga_option:
        value = document.options.get(str(rule["id"]))
        if value is None:
            continue
        if value not in rule["values"]:
            raise Unsupported(f"table option {rule['id']} ({rule['name']})", value)
        name, _, setting = rule["values"][value].partition("=")
        if setting:
            options[name] = {"true": True, "false": False}.get(setting, setting)
    if len(order) != 2:
        options.pop("remove_gold_6", None)
    drafts = [row for row in document.rows if row.type == "notifDraft"]
    if drafts:
        options["card_set"] = "draft"
        options.setdefault("promo_cards", _with_promos(drafts))
        names = [player.name for player in order]
        if drafts[0].word("player_name") in names:
            options["first_drafter"] = names.index(drafts[0].word("player_name"))
    bought = bought_cards(document)
    if "card_set" not in options:
        options |= _card_set(bought)
    if _stack_without_hydra(bought, drafts):
        options["monster_stack"] = "harpy_first"
    if "tie_breaker" not in options:
        options["tie_breaker"] = "bga" if _ties_are_broken(document) else "none"
    return options


def _with_promos(drafts: list[Row]) -> bool:
    """DF-16.40: whether a promo card was drafted, or a slot that has a single candidate without them."""
    slots = [drafted(row)[:2] for row in drafts]
    return any(group in PROMOS or len(set(SLOTS[slot].groups).difference(PROMOS)) == 1 for slot, group in slots)


def bought_cards(document: Document) -> list[str]:
    """The cards that were bought, in order."""
    return [known(CARD_OF, row, "card_type", "card") for row in document.rows if row.type == "notifExploitBuy"]


def groups_of(bought: list[str]) -> dict[str, str]:
    """Slot -> group, as far as the bought cards show. Hydra is of the stack if another monster was bought as well."""
    groups = {CARDS[card].slot: group_of(card) for card in bought if card != "hydra"}
    if "hydra" in bought:
        groups.setdefault("m8", "hydra")
    return groups


def _card_set(bought: list[str]) -> dict[str, Any]:
    """DF-16.40: the set that holds all bought cards; otherwise a custom one, with unknown groups left open."""
    for name, groups in SETS.items():
        if all(group_of(card) == groups[CARDS[card].slot] for card in bought):
            return {"card_set": name}
    return {"card_set": "custom", "groups": groups_of(bought)}


def _stack_without_hydra(bought: list[str], drafts: list[Row]) -> bool:
    """DF-16.80, DF-5.9: whether the stack is that of later versions: by the draft, or by the first monster bought."""
    stacks = [cards for row in drafts if drafted(row)[1] == STACK and (cards := _listed_cards(row))]
    monsters = [card for card in bought if group_of(card) == STACK or card == "hydra"]
    return any("hydra" not in cards for cards in stacks) or monsters[:1] == ["harpy"]


def _ties_are_broken(document: Document) -> bool:
    """Whether players with equal scores have different ranks."""
    places = [(score, document.ranks.get(player)) for player, score in document.scores.items()]
    return any(a[0] == b[0] and a[1] != b[1] for a in places for b in places)


def drafted(row: Row) -> tuple[str, str, tuple[str, ...]]:
    """DF-16.31: slot, group and, for boars, the colours of a draft."""
    slot = known(SLOT_OF, row, "slot", "slot")
    group = known(GROUP_OF, row, "exploitName", "card")
    return slot, group, _colors(row) if group == BOAR else ()


def _colors(row: Row) -> tuple[str, ...]:
    return tuple(CARDS[card].color for card in _listed_cards(row))


def _listed_cards(row: Row) -> list[str]:
    """The cards that a draft lists, as far as they are known."""
    cards = row.args.get("exploit")
    listed = list(cards.values()) if isinstance(cards, dict) else cards if isinstance(cards, list) else []
    types = [card.get("type") if isinstance(card, dict) else card for card in listed]
    return [CARD_OF[kind] for kind in types if isinstance(kind, str) and kind in CARD_OF]

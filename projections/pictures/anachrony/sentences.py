"""The sentences for the events of Anachrony, and names."""

from engine.components import plain_tables
from engine.games.anachrony.components import BREAKTHROUGHS, BUILDING_TYPES, COLUMNS
from projections.pictures.anachrony.tiles import SHAPES, breakthrough_in_words
from projections.pictures.anachrony.wording import ENDGAME, spelt

SENTENCES = {
    "first_player": "{player:seat} is First Player",
    "endgame_cards": "the Endgame Conditions are {cards:bare}",
    "reveal_superproject": "the Superproject of Era {era} is {superproject}",
    "reveal_building": "the next {type} is {building}",
    "assign_path": "{player:seat} is dealt {path}",
    "assign_path_side": "{player:seat} is dealt side {side}",
    "starting_breakthrough": "{player:seat} begins with a {shape} with {icon}",
    "draw_recruit_card": "the Recruit card is {card}",
    "draw_mine_card": "the Mine card is {card}",
    "roll_paradox": "{player:seat} rolls {result} for Era {era}",
    "roll_research_die": "the {die} die shows {face}",
    "reveal_collapsing": "tiles of {action} are revealed: {tiles}",
    "random_resource": "{player:seat} finds {resource}",
    "choose_path": "choose {path}",
    "choose_leader": "choose {leader}",
    "hydrocore_exchange": "exchange with the Hydrocore: {direction}",
    "power_up": "power up {slots:Exosuit}",
    "choose_warp": "warp [{tiles:bare}|nothing]",
    "place_worker": "place [{worker}|an empty Exosuit] on {space}",
    "free_action": "take the Free Action of {space}[, losing {lost_worker}][, {mode}][, with {worker}]"
    "[ ({worker_column})]",
    "pass": "pass",
    "construct_building": "build a {stack} from the {pile} stack[, {discount} less]",
    "construct_superproject": "build the Superproject on {row} {column}[, {discount} less][, with {breakthroughs}]"
    "[ ({worker_column})]",
    "recruit_worker": "recruit {worker}[, bonus {bonus}][ and {bonus2}]",
    "set_research_die": "set the {die} die to {face}",
    "set_second_die": "[set the second die to {face}|do not set the second die]",
    "choose_icon": "choose {icon}",
    "choose_reroll": "roll the {die} die again",
    "copy_capital_action": "copy {action}[, with the tile {tile}]",
    "mine_take": "take {cube}[ and {drill}]",
    "trade_goods": "trade on line {line}, {direction}[: {tug}]",
    "time_travel": "[travel to Era {era}|do not travel]",
    "retrieve_warp": "[retrieve {tile}|retrieve nothing]",
    "return_warp": "[give back {tile}|give nothing back]",
    "choose_gain": "choose gain {index:nth}[: {tug}]",
    "copy_worker_space": "copy {space} of {owner:seat}",
    "clone_worker": "clone {worker}",
    "decline": "decline",
    "return_paradox": "give back {count:Paradox token}",
    "anomaly_warp": "[give back {tile} for the Anomaly|give nothing back]",
    "anomaly_or_building": "[lose {building}|take an Anomaly]",
    "place_anomaly": "place an Anomaly on {row} {column}",
    "clean_up_ability": "[{use?}use the ability|do not use the ability][ with {worker}][: {first}][, {second}]",
}
_TABLES = plain_tables("anachrony")


def _of_collapsing(tile: str) -> str:
    """A Collapsing Capital tile, such as `research tile VP` for `cc_research_vp`."""
    action, _, what = tile.removeprefix("cc_").partition("_")
    return f"{action} tile {spelt(what).replace('vp', 'VP').replace('tug', 'T/U/G')}"


NAMES = {
    **{f"pp_{number}": f"Power Plant {number}" for number in range(101, 116)},
    **{f"fa_{number}": f"Factory {number}" for number in range(201, 216)},
    **{f"ls_{number}": f"Life Support {number}" for number in range(301, 316)},
    **{f"la_{number}": f"Lab {number}" for number in range(401, 416)},
    **{row["id"]: row["name"] for row in _TABLES["superproject"]},
    **ENDGAME,
    **{
        f"{kind}_{column + 1}": f"{spelt(kind).title()} spot {column + 1}"
        for kind in BUILDING_TYPES
        for column in range(COLUMNS)
    },
    **SHAPES,
    **{row["id"]: spelt(row["id"]).title() for table in ("path", "leader") for row in _TABLES[table]},
    **{row["id"]: _of_collapsing(row["id"]) for row in _TABLES["collapsing_tile"]},
    **{
        f"{shape}/{icon}": breakthrough_in_words(shape, icon).removeprefix("a ")
        for shape, icon in (each.split("/") for each in BREAKTHROUGHS)
    },
}
"""The names of ids in sentences, reasons, and facts that a log leaves open."""
SILENT = {"place_worker": {"payment"}, "copy_worker_space": {"payment"}}
"""Fields that need no words, by event."""

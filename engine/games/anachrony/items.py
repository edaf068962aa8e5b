"""The items of the agenda (AN-6.1.1): one kind for each thing that can be awaited, or that can follow by rule.

Some items are never awaited: they are executed by rule when their time comes (`due_...` in the topics' modules).
"""

from engine.agenda import Awaited

# ---- chance


class FirstPlayerDrawn(Awaited, frozen=True, tag="first_player"):
    """AN-5.1: the first player."""


class EndgameDrawn(Awaited, frozen=True, tag="endgame_cards"):
    """AN-5.2: the Endgame Condition cards."""


class SuperprojectRevealed(Awaited, frozen=True, tag="superproject"):
    """AN-5.3, AN-6.2.2: the Superproject of an Era."""

    era: int


class TopRevealed(Awaited, frozen=True, tag="top"):
    """AN-6.2.3: the next top of a primary stack; not awaited if it is known or there is none."""

    row: int


class PathDealt(Awaited, frozen=True, tag="path_dealt"):
    """AN-5.5: the Path dealt to a player."""

    player: int


class SideDealt(Awaited, frozen=True, tag="side_dealt"):
    """AN-5.6: the side of a player's Path board."""

    player: int


class BreakthroughDealt(Awaited, frozen=True, tag="breakthrough_dealt"):
    """AN-5.7: the Breakthrough that Progress starts with."""

    player: int


class RecruitCardDrawn(Awaited, frozen=True, tag="recruit_card"):
    """AN-6.2.5: the Recruit pool card."""


class MineCardDrawn(Awaited, frozen=True, tag="mine_card"):
    """AN-6.2.6: the Mine pool card."""


class ParadoxRolled(Awaited, frozen=True, tag="paradox"):
    """AN-6.3.3: a player's roll for the Timeline tile of an Era; not awaited if nothing is rolled."""

    player: int
    era: int


class Researching(Awaited, frozen=True):
    """Base class of the items of one Research: its dice, its player, and its Collapsing Capital tile."""

    player: int = 0
    shape: str = ""
    icon: str = ""
    tile: str = ""
    worker: int = 0
    rerolled: bool = False


class ResearchRolled(Researching, frozen=True, tag="research_roll"):
    """AN-7.3.15: the die that has no face yet."""


class CollapsingRevealed(Awaited, frozen=True, tag="collapsing"):
    """AN-6.7.11: the tiles of an action."""

    action: str


class ResourceFound(Awaited, frozen=True, tag="resource_found"):
    """AN-7.8.6: the resource that Samira finds."""

    player: int


# ---- decisions of the phases


class PathChoice(Awaited, frozen=True, tag="choose_path"):
    """AN-5.5: the choice of a Path."""


class LeaderChoice(Awaited, frozen=True, tag="choose_leader"):
    """AN-5.8: the choice of a leader."""


class PoweringUp(Awaited, frozen=True, tag="power_up"):
    """AN-6.4.1: the Power Up of a player."""


class Warping(Awaited, frozen=True, tag="choose_warp"):
    """AN-6.5.1: the choice of Warp tiles."""


class Turn(Awaited, frozen=True, tag="turn"):
    """AN-6.6.2: Free Actions, then a placement or a pass."""


class Nested(Awaited, frozen=True, tag="nested"):
    """A placement that a Free Action opened: `own` (AN-7.8.1), `main` (AN-7.7.11), empty `suit` (AN-7.8.7)."""

    scope: str


class Ability(Awaited, frozen=True, tag="ability"):
    """AN-6.7.1: a leader's ability in Clean Up."""


# ---- follow-ups of placements. `worker` is a mask of what the acting Worker counts as (AN-4.4.7)


class Constructing(Awaited, frozen=True, tag="construct"):
    """AN-7.3.1: a Construct Action with a tile, limited to Superprojects if `only_superproject`."""

    worker: int
    tile: str = ""
    only_superproject: bool = False
    optional: bool = False


class Recruiting(Awaited, frozen=True, tag="recruit"):
    """AN-7.3.9: the Worker to recruit."""

    worker: int
    tile: str = ""
    optional: bool = False


class DieToSet(Awaited, frozen=True, tag="research"):
    """AN-7.3.13: the die to set."""

    worker: int
    tile: str = ""
    optional: bool = False


class SecondDie(Researching, frozen=True, tag="second_die"):
    """AN-7.3.14: the other die can be set for this much Water; `right` is what allows it."""

    water: int = 0
    right: str = ""


class IconAsked(Researching, frozen=True, tag="choose_icon"):
    """AN-7.3.16: the icon for a question mark."""


class RerollAsked(Researching, frozen=True, tag="choose_reroll"):
    """AN-7.3.17: the die to roll again."""


class CapitalCopy(Awaited, frozen=True, tag="copy_capital_action"):
    """AN-7.3.20, AN-7.7.9: a Capital Action, which may have to be full; `barred` is one that cannot be copied."""

    worker: int
    full: bool
    optional: bool = False
    barred: str = ""


class Mining(Awaited, frozen=True, tag="mine_take"):
    """AN-7.4.1: the cube to take at a Mine space."""

    space: str


class Trading(Awaited, frozen=True, tag="trade_goods"):
    """AN-7.4.5: `line` is given if there is only one; with `more`, a second trade may follow."""

    line: str = ""
    optional: bool = False
    more: bool = False


class Travelling(Awaited, frozen=True, tag="time_travel"):
    """AN-7.6.3: how far; how many journeys; whether a Warp tile may be retrieved."""

    range: int
    times: int = 1
    retrieve: bool = True
    optional: bool = False


class Retrieving(Awaited, frozen=True, tag="retrieve_warp"):
    """AN-7.6.4: the Warp tile to repay."""

    era: int


class Returning(Awaited, frozen=True, tag="return_warp"):
    """AN-7.6.9: the number of tiles that may still be returned."""

    left: int


class GainAsked(Awaited, frozen=True, tag="choose_gain"):
    """AN-7.6.10: one of the gains of a tile's effect."""

    tile: str
    effect: int


class SpaceCopy(Awaited, frozen=True, tag="copy_worker_space"):
    """AN-7.7.17: the Worker space to copy."""


class Cloning(Awaited, frozen=True, tag="clone_worker"):
    """AN-7.7.18: the type of the cloned Worker."""


class TokensBack(Awaited, frozen=True, tag="return_paradox"):
    """AN-7.3.23: up to this many tokens."""

    most: int


class AnomalyTileBack(Awaited, frozen=True, tag="anomaly_warp"):
    """AN-7.1.12 (b): the Warp tile to return."""


class BuildingLoss(Awaited, frozen=True, tag="anomaly_or_building"):
    """AN-7.1.12 (c): the building to lose."""


class AnomalySpot(Awaited, frozen=True, tag="place_anomaly"):
    """AN-7.1.12 (d): the spot of the Anomaly."""


# ---- never awaited: steps that follow when their time comes


class ParadoxCheck(Awaited, frozen=True, tag="due_paradox_check"):
    """AN-6.3.7: whether a player gets an Anomaly."""


class EffectsLeft(Awaited, frozen=True, tag="due_effects"):
    """AN-7.2.5: the remaining effects of a tile, or of its construction, from a given number on."""

    tile: str
    start: int
    on_build: bool = False


class TileBonus(Awaited, frozen=True, tag="due_bonus"):
    """AN-7.1.1 (10): the points of a Collapsing Capital tile."""

    tile: str
    vp: int


Item = (
    FirstPlayerDrawn
    | EndgameDrawn
    | SuperprojectRevealed
    | TopRevealed
    | PathDealt
    | SideDealt
    | BreakthroughDealt
    | RecruitCardDrawn
    | MineCardDrawn
    | ParadoxRolled
    | ResearchRolled
    | CollapsingRevealed
    | ResourceFound
    | PathChoice
    | LeaderChoice
    | PoweringUp
    | Warping
    | Turn
    | Nested
    | Ability
    | Constructing
    | Recruiting
    | DieToSet
    | SecondDie
    | IconAsked
    | RerollAsked
    | CapitalCopy
    | Mining
    | Trading
    | Travelling
    | Retrieving
    | Returning
    | GainAsked
    | SpaceCopy
    | Cloning
    | TokensBack
    | AnomalyTileBack
    | BuildingLoss
    | AnomalySpot
    | ParadoxCheck
    | EffectsLeft
    | TileBonus
)

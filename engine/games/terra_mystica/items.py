"""What can be awaited: one kind of item for each decision and each draw."""

from engine.agenda import Awaited


class Seating(Awaited, frozen=True):
    """TM-8.1: the draw of the seating."""


class ScoringTiles(Awaited, frozen=True):
    """TM-8.2: the draw of the scoring tiles."""


class BonusCards(Awaited, frozen=True):
    """TM-8.3: the draw of the bonus cards."""


class FinalTile(Awaited, frozen=True):
    """TM-8.4: the draw of the final scoring tile."""


class Boards(Awaited, frozen=True):
    """TM-8.5: the deal of the faction boards."""


class AuctionOrder(Awaited, frozen=True):
    """TM-8.6: the draw of the order of bidding."""


class FactionDeal(Awaited, frozen=True):
    """TM-8.7: the deal of the factions of the introductory game."""


class FirstPosition(Awaited, frozen=True):
    """TM-8.8: what the introductory game gives to the next faction."""


class Faction(Awaited, frozen=True):
    """TM-5.3: a player chooses a faction."""


class Terrain(Awaited, frozen=True):
    """TM-16.2.2: a Fire & Ice faction chooses its terrain."""


class StartFavor(Awaited, frozen=True):
    """TM-16.2.4: a faction that begins with a favor tile chooses it."""


class Nomination(Awaited, frozen=True):
    """TM-5.3.4.2: a player nominates a faction."""


class Bidding(Awaited, frozen=True):
    """TM-5.3.4.3: a player bids."""


class InitialDwelling(Awaited, frozen=True):
    """TM-5.5: a player places a dwelling of the setup."""


class InitialCard(Awaited, frozen=True):
    """TM-5.6: a player takes the first bonus card."""


class Answer(Awaited, frozen=True):
    """TM-6.5: a player answers the offers of power."""


class CultSteps(Awaited, frozen=True):
    """TM-7.11.3: a player takes the cult steps that are owed."""


class Token(Awaited, frozen=True):
    """TM-16.6.1: the Shapeshifters decide whether to buy a power token."""


class Unlock(Awaited, frozen=True):
    """TM-16.8.5: the Riverwalkers decide on a priest gained between the action phases."""


class BonusSpades(Awaited, frozen=True):
    """TM-6.7.2: a player uses the spades of phase 3."""


class FreeUpgrade(Awaited, frozen=True):
    """TM-7.6.5: a dwelling becomes a trading house."""


class Choice(Awaited, frozen=True):
    """TM-6.4.2: what the current action of the active player still allows or demands."""


class MainAction(Awaited, frozen=True):
    """TM-6.4.3: the active player may start a main action."""


class FreeDecision(Awaited, frozen=True):
    """TM-7.1, TM-6.4.5: what the active player may do at any time, or the end of the turn."""


class Conversion(Awaited, frozen=True):
    """TM-17.6: with `loose_convert_phase`, a player may convert while something else is awaited."""

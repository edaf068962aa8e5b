"""The options of section 1.3 and `information`: what a header can state, and the defaults."""

from msgspec import Struct

from engine.games.gaia.components import COMPONENTS, CONSTANTS, LIFE, NATURE, NATURE_CARDS, POWER, power_cards
from engine.options import read_options
from events.log.record import Header

VERSION = "1"
VALUES: dict[str, tuple[str | int, ...]] = {option.id: option.values for option in COMPONENTS.option} | {
    "information": ("complete", "public")
}


class Options(Struct, frozen=True):
    """Section 1.3, GA-5.1.2, GA-5.1.3: fixed by the header, never changed."""

    mode: str = "basic"
    tile_area: str = "shared"
    consumption: str = "optional"
    exhaustion_end: str = "all_piles"
    nature_objective_claim: str = "mandatory"
    power_objective_claim: str = "optional"
    star_terrains: str = "all"
    animal_kinds: str = "generic"
    tornado_scope: str = "everyone"
    eruption_site: str = "any_mountain"
    city_count: int = 18
    information: str = "complete"


def options_of(header: Header) -> Options:
    """The options of a header. GA-5.1.4: raises Unsupported for an option or value that the rulebook does not have."""
    return read_options(Options, header.options, VALUES)


def pile_totals(options: Options) -> dict[str, int]:
    """GA-3.1.2, GA-3.1.3, GA-3.1.7: the number of cards of each pile."""
    return {
        NATURE: sum(NATURE_CARDS.values()),
        LIFE: options.city_count + CONSTANTS.animal_cards,
        POWER: sum(power_cards(options.mode).values()),
    }

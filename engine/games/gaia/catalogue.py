"""The catalogue of cities, animals and objectives: section 5.2 and section 8.2.

A header names the house catalogue or supplies the definitions of its cards. What the rules need to know about them is
computed once, when a game starts or a card is declared; nothing interprets a card's id (GA-8.2.9).
"""

from collections import Counter
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.clause import Violation
from engine.games.gaia.components import (
    COMPONENTS,
    CONSTANTS,
    HOUSE,
    LIFE,
    NATURE,
    NATURE_CARDS,
    POWER,
    POWER_CARDS,
    POWER_OBJECTIVES,
    TERRAIN_OF_CARD,
    TERRAINS,
    power_cards,
)
from engine.games.gaia.options import Options
from events.log.codec import problem
from events.log.record import Header
from events.vocabulary.gaia import Definition

PROVENANCES = ("house", "printed", "observed", "custom")
STAR = "star"
ANIMAL_KINDS = ("animal", "deer", "fish")
RESERVED = frozenset({*POWER_CARDS, *POWER_OBJECTIVES, STAR, *TERRAINS})


class Declared(Struct, frozen=True, forbid_unknown_fields=True):
    """GA-5.2.1: a catalogue as a header states it."""

    catalogue_id: str
    provenance: str = ""
    complete: bool = True
    cities: tuple[Definition, ...] | None = None
    animals: tuple[Definition, ...] | None = None
    objectives: tuple[Definition, ...] | None = None


class CityCard(Struct, frozen=True):
    """A city card: the terrains it may be on, the terrain icons with their numbers, the animal icons (GA-8.2.2)."""

    site: tuple[str, ...]
    icons: tuple[tuple[str, int], ...]
    animals: tuple[str, ...]


class Catalogue(Struct, frozen=True):
    """The cards of a game. `copies` and `pile` also hold the nature and power cards, which are fixed (GA-8.2.8)."""

    id: str
    provenance: str
    complete: bool
    cities: dict[str, CityCard]
    animals: dict[str, tuple[str, ...]]
    objectives: dict[str, dict[str, int]]
    copies: dict[str, int]
    pile: dict[str, str]


def catalogue_of(header: Header, options: Options) -> Catalogue:
    """The catalogue of a header.

    Raises Unreadable for one that does not fit the schema, Violation GA-5.2.1, GA-5.2.2 or section 8.2 for one that
    breaks the rules.
    """
    return _house_catalogue(options) if header.catalogue == HOUSE else _built(_declared(header.catalogue), options)


@cache
def _house_catalogue(options: Options) -> Catalogue:
    """The house catalogue: the same for every game with the same options, and never changed."""
    return _built(Declared(HOUSE), options)


def _built(declared: Declared, options: Options) -> Catalogue:
    if declared.catalogue_id == HOUSE:
        declared = _house(declared, options)
    if declared.provenance not in PROVENANCES:
        raise Violation("GA-5.2.1", provenance=declared.provenance)
    catalogue = _fixed_cards(declared, options)
    for what, cards in (("city", declared.cities), ("animal", declared.animals), ("objective", declared.objectives)):
        if cards is None:
            raise Violation("GA-5.2.1", missing=what)
        for card in cards:
            _add(catalogue, options, what, card)
    _check_numbers(catalogue, options, exact=declared.complete)
    return catalogue


def with_card(catalogue: Catalogue, options: Options, what: str, card: Definition) -> Catalogue:
    """A catalogue with one more definition."""
    tables = {name: dict(getattr(catalogue, name)) for name in ("cities", "animals", "objectives", "copies", "pile")}
    extended = replace(catalogue, **tables)
    _add(extended, options, what, card)
    return extended


def _add(catalogue: Catalogue, options: Options, what: str, card: Definition) -> None:
    """Add a definition to the tables of a catalogue that nothing else refers to yet: GA-8.2.2 to GA-8.2.5."""
    _check_id(catalogue, card)
    if card.copies < 1:
        raise Violation("GA-8.2.1", card=card.id, copies=card.copies)
    if what == "objective":
        catalogue.objectives[card.id] = _objective(card)
        return
    site = _site(card, options)
    if what == "city":
        catalogue.cities[card.id] = _city(card, site, options)
    elif card.needs:
        raise Violation("GA-6.1.4", card=card.id, needs=card.needs)
    else:
        catalogue.animals[card.id] = site
    catalogue.copies[card.id], catalogue.pile[card.id] = card.copies, LIFE


def undeclared(catalogue: Catalogue, options: Options, what: str) -> int:
    """GA-8.2.6: how many cities, animals or objectives a partial catalogue does not name yet."""
    if what == "objective":
        return CONSTANTS.nature_objectives - (len(catalogue.objectives) - _power_objectives(options))
    cards, total = (
        (catalogue.cities, options.city_count) if what == "city" else (catalogue.animals, CONSTANTS.animal_cards)
    )
    return total - sum(catalogue.copies[card] for card in cards)


def check_declared(catalogue: Catalogue, options: Options) -> None:
    """GA-8.2.1: a partial catalogue does not name more cards than exist."""
    _check_numbers(catalogue, options, exact=False)


def _declared(stated: Any) -> Declared:
    if stated is None:
        raise Violation("GA-5.2.1", catalogue=None)
    try:
        return msgspec.convert({"catalogue_id": stated} if isinstance(stated, str) else stated, Declared)
    except msgspec.ValidationError as error:
        unreadable = problem(error, 1)
        unreadable.path = "$.catalogue" + unreadable.path.removeprefix("$")
        raise unreadable from None


def _house(declared: Declared, options: Options) -> Declared:
    """GA-5.2.1: the house catalogue has no lists, cannot be altered, and fits only the default numbers and kinds."""
    if declared.cities is not None or declared.animals is not None or declared.objectives is not None:
        raise Violation("GA-5.2.1", catalogue=HOUSE, lists="given")
    if declared.provenance not in ("", "house") or not declared.complete:  # otherwise it would be counted as printed
        raise Violation("GA-5.2.1", catalogue=HOUSE, provenance=declared.provenance, complete=declared.complete)
    if options.city_count != len(COMPONENTS.house_city) or options.animal_kinds != "generic":
        raise Violation("GA-5.2.2", catalogue=HOUSE, city_count=options.city_count, animal_kinds=options.animal_kinds)
    tables = COMPONENTS.house_city, COMPONENTS.house_animal, COMPONENTS.house_objective
    return Declared(HOUSE, "house", True, *tables)


def _fixed_cards(declared: Declared, options: Options) -> Catalogue:
    """GA-8.2.8: nature cards, power cards and power objectives; power cards of other modes have no copies."""
    power = power_cards(options.mode)
    copies = NATURE_CARDS | power
    pile = dict.fromkeys(NATURE_CARDS, NATURE) | dict.fromkeys(POWER_CARDS, POWER)
    objectives: dict[str, dict[str, int]] = {objective: {} for objective in POWER_OBJECTIVES} if power else {}
    return Catalogue(declared.catalogue_id, declared.provenance, declared.complete, {}, {}, objectives, copies, pile)


def _power_objectives(options: Options) -> int:
    return 0 if options.mode == "basic" else len(POWER_OBJECTIVES)


def _check_id(catalogue: Catalogue, card: Definition) -> None:
    """GA-8.2.5: ids are unique, and are not among those that the game itself assigns."""
    taken = card.id in catalogue.pile or card.id in catalogue.objectives
    if not card.id or taken or card.id in RESERVED or card.id.startswith("nature_"):
        raise Violation("GA-8.2.5", card=card.id)


def _site(card: Definition, options: Options) -> tuple[str, ...]:
    """GA-8.2.3, GA-11.9: the terrains that the card's site allows."""
    if card.site == STAR:
        return TERRAINS if options.star_terrains == "all" else tuple(t for t in TERRAINS if t != "sea")
    site = (card.site,) if isinstance(card.site, str) else card.site
    if not site or len(set(site)) != len(site) or not set(site) <= set(TERRAINS):
        raise Violation("GA-8.2.3", card=card.id, site=card.site)
    return site


def _city(card: Definition, site: tuple[str, ...], options: Options) -> CityCard:
    """GA-8.2.2: four needs, each animal icon at most once and of the kinds in use."""
    needs = card.needs
    kinds = ("animal",) if options.animal_kinds == "generic" else ("deer", "fish")
    if not isinstance(needs, tuple) or len(needs) != CONSTANTS.needs_per_city:
        raise Violation("GA-8.2.2", card=card.id, needs=needs)
    counted = Counter(needs)
    if any(need not in TERRAINS and (need not in kinds or number > 1) for need, number in counted.items()):
        raise Violation("GA-8.2.2", card=card.id, needs=needs)
    icons = tuple((terrain, counted[terrain]) for terrain in TERRAINS if terrain in counted)
    return CityCard(site, icons, tuple(kind for kind in ANIMAL_KINDS if kind in counted))


def _objective(card: Definition) -> dict[str, int]:
    """GA-8.2.4, GA-3.1.8: at least one card, no more of each terrain than exist; each objective exists once."""
    needs = card.needs if isinstance(card.needs, dict) else {}
    enough = {TERRAIN_OF_CARD[nature]: number for nature, number in NATURE_CARDS.items()}
    allowed = all(0 <= number <= enough.get(terrain, -1) for terrain, number in needs.items())
    if sum(needs.values()) < 1 or not allowed or card.copies != 1 or card.site:
        raise Violation("GA-8.2.4", card=card.id, needs=card.needs, copies=card.copies)
    return {terrain: needs[terrain] for terrain in TERRAINS if needs.get(terrain)}


def _check_numbers(catalogue: Catalogue, options: Options, *, exact: bool) -> None:
    """GA-8.2.1: as many cards as the game has, or at most that many in a partial catalogue."""
    for what in ("city", "animal", "objective"):
        missing = undeclared(catalogue, options, what)
        if missing < 0 or (exact and missing):
            raise Violation("GA-8.2.1", what=what, missing=missing)

"""What an engine answers to a case of a conformance kit (`projections.kit`), as types."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType


class Acted(Struct, frozen=True, forbid_unknown_fields=True):
    """An event and who caused it."""

    actor: int | None
    event: dict[str, Any]


class Booked(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of a figure of a seat; an answer that knows no sources leaves `source` out of all its entries."""

    seat: int
    figure: str
    delta: int
    source: str | None = None


class Placed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The result of a seat: its points, its rank from 1, which equal results share, and whether it was dropped."""

    seat: int
    vp: int
    rank: int
    dropped: bool = False


class Answer(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an engine answers to a case: some or all of the fields that the case has in `expect`.

    `figures` are those of one position, or of all positions of a game: a list for each seat, in a list for each record.
    `reached` are those after each event that is played in a position; an empty list for one that the engine refuses.
    """

    case: str
    verdict: str | UnsetType = UNSET
    standings: list[Placed] | UnsetType = UNSET
    figures: list[list[int | list[int | None] | None]] | UnsetType = UNSET
    choices: list[Annotated[int, Meta(ge=0)] | None] | UnsetType = UNSET
    legal: list[Acted] | UnsetType = UNSET
    perft: list[Annotated[int, Meta(ge=0)]] | UnsetType = UNSET
    entries: list[Booked] | UnsetType = UNSET
    accepted: list[Annotated[int, Meta(ge=0)]] | UnsetType = UNSET
    reached: list[list[list[int | None]]] | UnsetType = UNSET
    seq: int | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    values: list[Any] | UnsetType = UNSET
    records: list[Acted] | UnsetType = UNSET

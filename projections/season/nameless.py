"""The settings of a season without names: all whom they list have the pseudonyms that they have in games."""

from collections.abc import Callable

from msgspec.structs import replace

from projections.season.settings import Season, Settings


def without_names(settings: Settings, pseudonym: Callable[[str], str]) -> Settings:
    """The same settings with pseudonyms. Lists of players are in the order of these, as theirs may be telling."""
    seasons = tuple(_season(season, pseudonym) for season in settings.seasons)
    scheduled = tuple(replace(game, players=_names(game.players, pseudonym)) for game in settings.scheduled)
    lots = tuple(map(pseudonym, settings.ranking.lots))
    ranking = replace(settings.ranking, lots=lots)
    return replace(settings, seasons=seasons, scheduled=scheduled, ranking=ranking)


def _season(season: Season, pseudonym: Callable[[str], str]) -> Season:
    divisions = tuple(replace(each, players=_names(each.players, pseudonym)) for each in season.divisions)
    return replace(season, divisions=divisions)


def _names(players: tuple[str, ...], pseudonym: Callable[[str], str]) -> tuple[str, ...]:
    return tuple(sorted(map(pseudonym, players), key=lambda name: (len(name), name)))

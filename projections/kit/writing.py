"""Writing a kit into a folder: the files of its games, the page that says how to use it, and the manifest last."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from engine.rules import games, ruleset
from events.files.atomic import Exists, write_whole
from events.version import VERSION
from events.vocabulary import events_of
from projections.batch import pool
from projections.kit.cases import FORMAT, KitGame, Manifest
from projections.kit.coverage import Coverage
from projections.kit.making import Made, Sizes, Task, make

MANIFEST, PAGE = "manifest.json", "README.md"


def write_kit(
    folder: Path,
    game: str | None,
    seed: int,
    sizes: Sizes,
    jobs: int,
    *,
    force: bool,
    options: Mapping[str, Any] | None = None,
) -> Iterator[list[str]]:
    """Make a kit of a game, or of all games, and write it; yields the names of the files as they are written.

    Every game is played under these `options`; others are drawn. The manifest comes last: without one, a kit is not
    complete. Raises Exists for a folder that holds a kit already, unless `force`; Unreadable for an unknown game.
    """
    asked = [ruleset(game).id] if game is not None else sorted(games(), key=_shortest_last)
    manifest = folder / MANIFEST
    if manifest.exists() and not force:
        raise Exists(f"{manifest} already exists; name another folder, or overwrite the kit with --force")
    manifest.unlink(missing_ok=True)
    about: dict[str, KitGame] = {}
    covered: dict[str, Coverage] = {}
    for made in pool.in_order(make, [Task(each, seed, sizes, dict(options or {})) for each in asked], jobs):
        about[made.game], covered[made.game] = made.about, made.coverage
        yield _written(folder, made)
    kit = Manifest(FORMAT, VERSION, seed, dict(sorted(about.items())))
    write_whole(_page(kit, covered).encode(), folder / PAGE, force=True)
    write_whole(msgspec.json.format(msgspec.json.encode(kit), indent=2) + b"\n", manifest, force=True)
    yield [str(folder / PAGE), str(manifest)]


def _shortest_last(game: str) -> int:
    """Games with many kinds of events take longest; processes that begin with them end at about the same time."""
    return -len(events_of(game))


def _written(folder: Path, made: Made) -> list[str]:
    place = folder / made.game
    place.mkdir(parents=True, exist_ok=True)
    for name, data in made.files.items():
        write_whole(data, place / name, force=True)
    return [str(place / name) for name in made.files]


def _page(kit: Manifest, covered: dict[str, Coverage]) -> str:
    text = files("projections.kit").joinpath("page.md").read_text(encoding="utf-8")
    said = {
        "games": _listed([ruleset(game).name for game in kit.games]),
        "version": kit.version,
        "seed": str(kit.seed),
        "table": "\n".join(_table(kit, covered)),
        "gaps": "\n".join(_gaps(kit, covered)),
    }
    for name, words in said.items():
        text = text.replace(f"{{{name}}}", words)
    return text.rstrip() + "\n"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _table(kit: Manifest, covered: dict[str, Coverage]) -> Iterator[str]:
    yield "| game | cases | clauses broken by a case | kinds of events legal in a position | sources of entries |"
    yield "|---|---|---|---|---|"
    for game, about in kit.games.items():
        found = covered[game]
        cases = sum(file.cases for file in about.files.values())
        broken, kinds = len(found.broken), len(found.offered)
        of_clauses, of_kinds = broken + len(found.not_broken), kinds + len(found.not_offered)
        shares = f"{broken} of {of_clauses} | {kinds} of {of_kinds} | {len(found.sources)}"
        yield f"| {ruleset(game).name} | {cases:,} | {shares} |"


def _gaps(kit: Manifest, covered: dict[str, Coverage]) -> Iterator[str]:
    """What no case reaches."""
    for game in kit.games:
        found = covered[game]
        if found.not_broken:
            yield f"\n{ruleset(game).name}, broken by no case: {', '.join(found.not_broken)}."
        if found.not_offered:
            yield f"\n{ruleset(game).name}, legal in no position: {', '.join(found.not_offered)}."

"""The packages that anyturn is made of stand beside this one, under names that other distributions might bring, too."""

from importlib.util import find_spec
from pathlib import Path

OWN = ("events", "engine", "projections")
HERE = Path(__file__).resolve().parent.parent


def check() -> None:
    """Raises ImportError, naming whose package it is, where one of another distribution is found first."""
    for name in OWN:
        spec = find_spec(name)
        places = [Path(place).resolve() for place in spec.submodule_search_locations or ()] if spec else []
        if HERE / name not in places:
            found = f"{_owner(name)} ({places[0]})" if places else "none"
            raise ImportError(
                f"anyturn needs its own package {name!r}, found {found}; install anyturn in an environment of its own"
            )


def _owner(name: str) -> str:
    """The distributions that bring a package of this name, but for anyturn."""
    from importlib.metadata import packages_distributions

    owners = sorted(set(packages_distributions().get(name, [])) - {"anyturn"})
    return f"that of {', '.join(owners)}" if owners else "another one"

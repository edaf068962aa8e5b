"""anyturn's other packages are installed next to this one, under names that other distributions may also use."""

from importlib.util import find_spec
from pathlib import Path

OWN = ("events", "engine", "projections")
HERE = Path(__file__).resolve().parent.parent


def check() -> None:
    """Raises ImportError, naming the owner, if a package of another distribution is found first."""
    for name in OWN:
        spec = find_spec(name)
        places = [Path(place).resolve() for place in spec.submodule_search_locations or ()] if spec else []
        if HERE / name not in places:
            found = f"{_owner(name)} ({places[0]})" if places else "none"
            raise ImportError(
                f"anyturn needs its own package {name!r}, found {found}; install anyturn in a separate environment"
            )


def _owner(name: str) -> str:
    """The distributions other than anyturn that bring a package of this name."""
    from importlib.metadata import packages_distributions

    owners = sorted(set(packages_distributions().get(name, [])) - {"anyturn"})
    return f"that of {', '.join(owners)}" if owners else "another one"

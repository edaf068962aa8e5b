"""What goes into the site: the program and Python's library, without what a page never needs (`contents.toml`)."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from events.files.resources import under
from events.packages import GROUP, sound


class Program(Struct, frozen=True):
    """Of the program: its packages, the endings of their files, and the beginnings of paths that are left out."""

    packages: tuple[str, ...]
    endings: tuple[str, ...]
    left_out: tuple[str, ...]


class Library(Struct, frozen=True):
    """Of Python's library: the modules that are left out, and the only encodings that are not."""

    left_out: frozenset[str]
    encodings: frozenset[str]


class Contents(Struct, frozen=True):
    """What `contents.toml` states."""

    program: Program
    library: Library


@cache
def contents() -> Contents:
    """What goes into the site."""
    return msgspec.toml.decode(files(__package__).joinpath("contents.toml").read_text(), type=Contents)


def program() -> dict[str, bytes]:
    """The files of the program, by their path."""
    wanted = contents().program
    found = {name: file for package in wanted.packages for name, file in under(files(package), package)}
    return {
        name: file.read_bytes()
        for name, file in found.items()
        if name.endswith(wanted.endings) and not name.startswith(wanted.left_out)
    }


def game_packages() -> dict[str, bytes]:
    """The files of the packages that bring games, with what declares them; those with compiled modules are left out."""
    found: dict[str, bytes] = {}
    for each in sound():
        contained = {name: file.read_bytes() for name, file in under(files(each.module), each.module.replace(".", "/"))}
        if not any(name.endswith((".so", ".pyd")) for name in contained):
            metadata = f"{each.distribution.replace('-', '_')}-{each.version}.dist-info"
            about = f"Metadata-Version: 2.1\nName: {each.distribution}\nVersion: {each.version}\n"
            known = found.get(f"{metadata}/entry_points.txt", f"[{GROUP}]\n".encode())
            found[f"{metadata}/METADATA"] = about.encode()
            found[f"{metadata}/entry_points.txt"] = known + f"{each.game} = {each.module}\n".encode()
            found |= contained
    return found


def library(whole: Mapping[str, bytes]) -> dict[str, bytes]:
    """Python's library, of whose files this is the whole, without what is left out."""
    return {name: data for name, data in whole.items() if _is_wanted(*name.removesuffix(".py").split("/"))}


def _is_wanted(first: str, *rest: str) -> bool:
    wanted = contents().library
    return rest[0] in wanted.encodings if first == "encodings" else first not in wanted.left_out

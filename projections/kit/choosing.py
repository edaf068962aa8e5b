"""Choosing the few of many that show most: those with rare traits come first, then those that show most besides."""

from collections.abc import Sequence
from random import Random


def covering(traits: Sequence[Sequence[int]], number: int, rng: Random) -> list[int]:
    """The numbers of as many of these as asked for, ascending: as a set they have all traits, as often as they can.

    Each turn takes, for each trait that none of the turn has yet, the one that shows most of those that are missing;
    the rarest trait comes first. Once nothing is missing, another turn begins.
    """
    if len(traits) <= number:
        return list(range(len(traits)))
    left = dict.fromkeys(rng.sample(range(len(traits)), len(traits)))
    having: dict[int, list[int]] = {}
    for each in left:
        for trait in traits[each]:
            having.setdefault(trait, []).append(each)
    rarest_first = sorted(having, key=lambda trait: (len(having[trait]), trait))
    chosen: list[int] = []
    while len(chosen) < number:
        before, missing = len(chosen), set(having)
        for trait in rarest_first:
            among = [each for each in having[trait] if each in left] if trait in missing else []
            if among and len(chosen) < number:
                best = max(among, key=lambda each: len(missing.intersection(traits[each])))
                del left[best]
                chosen.append(best)
                missing.difference_update(traits[best])
        if len(chosen) == before:  # what is left has no traits
            chosen += list(left)[: number - before]
    return sorted(chosen)

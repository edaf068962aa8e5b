"""Choosing the few of many that together show most."""

from collections.abc import Sequence
from heapq import heapify, heappop, heapreplace
from random import Random


def covering(traits: Sequence[Sequence[int]], number: int, rng: Random) -> list[int]:
    """The numbers of as many of these as asked for, ascending: each adds as many traits as any that is left could.

    Once no trait is missing, all are missing again.
    """
    left = list(enumerate(rng.sample(range(len(traits)), len(traits))))
    chosen: list[int] = []
    while len(chosen) < number and (missing := {trait for _, each in left for trait in traits[each]}):
        waiting = [(-len(traits[each]), place, each) for place, each in left]
        heapify(waiting)
        while waiting and missing and len(chosen) < number:
            most, place, each = waiting[0]
            adds = len(missing.intersection(traits[each]))
            if adds == -most and adds:
                heappop(waiting)
                chosen.append(each)
                missing.difference_update(traits[each])
            elif adds:  # what was chosen since has some of its traits
                heapreplace(waiting, (-adds, place, each))
            else:
                heappop(waiting)
        taken = set(chosen)
        left = [(place, each) for place, each in left if each not in taken]
    chosen += [each for _, each in left[: max(0, number - len(chosen))]]
    return sorted(chosen)

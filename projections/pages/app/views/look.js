// Look: the replay page of a game, in place.

export const id = "look";
export const title = "Look";

export function show(place) {
  place.replaceChildren("Open a log in Judge.");
}

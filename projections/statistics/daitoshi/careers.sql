-- Careers: what winners and the others do and reach in a game.
-- Grain: one row per game and result, and before them one for all seats together, where result is null.
-- Plot: bars of buildings
-- Columns: result (winner or other), games (seats that played to the end), then means per game: led and joined (production turns, led
--   or with a building activated in another's), buildings (activated), grants (used in a turn), upgrades and finished
--   (tracks), banners (used), fame and bus (steps), reputation and pilgrims (level and all positions at the end), river, forest,
--   mountain, underground (rounds that ended with the tile of this type on its conflict side).
-- Caveat: a shared victory counts among the winners; actions are in `actions`, goods in `goods`, trades in `trades`.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT placed_seats.*, rounds, CASE WHEN rank = 1 THEN 'winner' WHEN rank > 1 THEN 'other' END AS result
    FROM placed_seats JOIN selected_games USING (game_id)
    WHERE NOT dropped AND ruleset = 'daitoshi' AND placed_seats.verdict <> 'summary'
), counted AS (  -- a seat has a number of buildings; a tile turned in a round counts from its end
    SELECT game, result, count(*) FILTER (name = 'buildings') AS games,
        coalesce(sum(number) FILTER (name = 'led'), 0) AS led,
        coalesce(sum(number) FILTER (name = 'joined'), 0) AS joined,
        coalesce(sum(number) FILTER (name = 'buildings'), 0) AS buildings,
        coalesce(sum(number) FILTER (name = 'grants'), 0) AS grants,
        coalesce(sum(number) FILTER (name = 'upgrades'), 0) AS upgrades,
        coalesce(sum(number) FILTER (name = 'finished'), 0) AS finished,
        coalesce(sum(number) FILTER (name = 'banners'), 0) AS banners,
        coalesce(sum(number) FILTER (name = 'fame'), 0) AS fame,
        coalesce(sum(number) FILTER (name = 'bus'), 0) AS bus,
        coalesce(sum(number) FILTER (name = 'reputation'), 0) AS reputation,
        coalesce(sum(number) FILTER (name = 'pilgrims'), 0) AS pilgrims,
        coalesce(sum(number * (rounds - round + 1)) FILTER (name = 'river'), 0) AS river,
        coalesce(sum(number * (rounds - round + 1)) FILTER (name = 'forest'), 0) AS forest,
        coalesce(sum(number * (rounds - round + 1)) FILTER (name = 'mountain'), 0) AS mountain,
        coalesce(sum(number * (rounds - round + 1)) FILTER (name = 'underground'), 0) AS underground
    FROM selected_tallies JOIN playing USING (game_id, seat) WHERE kind = 'career'
    GROUP BY GROUPING SETS ((game, result), (game))
)
SELECT game, result, games, led / games AS led, joined / games AS joined, buildings / games AS buildings, grants / games AS grants,
    upgrades / games AS upgrades, finished / games AS finished, banners / games AS banners, fame / games AS fame,
    bus / games AS bus, 1 + reputation / games AS reputation, pilgrims / games AS pilgrims, river / games AS river,
    forest / games AS forest, mountain / games AS mountain, underground / games AS underground
FROM counted
ORDER BY game, result DESC NULLS FIRST

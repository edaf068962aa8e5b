-- Early Warps: how those who take many Warp tiles in the first three Eras, or few, fare.
-- Grain: one row per game and number of Warp tiles taken in Eras 1 to 3.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: taken (number of tiles), games (seats that took that many and played to the end), wins (a tie is shared),
--   win_rate with its Wilson 95 % interval low..high, expected (mean of 1 / contenders), mean_vp, left_over (mean number
--   of tiles of all Eras not brought back, each of which costs two points).
-- Caveat: a game that ends before Era 3 counts with the tiles taken by then.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT * FROM placed_seats WHERE NOT dropped AND ruleset = 'anachrony' AND verdict <> 'summary'
), early AS (
    SELECT game_id, seat, number AS taken FROM selected_tallies WHERE kind = 'early_warps'
), points AS (
    SELECT game_id, seat, -number / 2 AS left_over FROM selected_tallies WHERE kind = 'vp' AND name = 'warp_tiles'
)
SELECT game, taken, count(*) AS games, sum(win_share) AS wins,
    avg(win_share) AS win_rate, wilson_low(sum(win_share), count(*)) AS low,
    wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected, avg(vp) AS mean_vp,
    avg(coalesce(left_over, 0)) AS left_over
FROM playing JOIN early USING (game_id, seat) LEFT JOIN points USING (game_id, seat)
GROUP BY game, taken
ORDER BY game, taken

-- Built: which buildings and Superprojects are built, when, and how those who build them fare.
-- Grain: one row per game, kind (building, superproject) and tile, the most often built first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: games (seats that built the tile and played to the end), mean_era (of building it), lost (how often a building was
--   lost again), wins (a tie is shared), win_rate with its Wilson 95 % interval low..high, expected (mean of 1 / contenders), mean_vp,
--   mean_margin (VP minus the mean of the table's seats that were not dropped).
-- Caveat: those who build a lot are already ahead: a rate does not show what a tile is worth.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH builders AS (
    SELECT game_id, seat, value AS type, name AS tile,
        sum(round * number) FILTER (kind = 'built') / sum(number) FILTER (kind = 'built') AS era,
        coalesce(sum(number) FILTER (kind = 'lost'), 0) AS lost
    FROM selected_tallies WHERE kind IN ('built', 'lost') GROUP BY game_id, seat, value, name
)
SELECT game, type AS kind, tile, count(*) AS games, avg(era) AS mean_era, sum(lost)::BIGINT AS lost, sum(win_share) AS wins,
    avg(win_share) AS win_rate, wilson_low(sum(win_share), count(*)) AS low,
    wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected, avg(vp) AS mean_vp,
    avg(margin) AS mean_margin
FROM placed_seats JOIN builders USING (game_id, seat)
WHERE NOT dropped AND ruleset = 'anachrony'
GROUP BY game, type, tile
ORDER BY game, kind DESC, games DESC, tile

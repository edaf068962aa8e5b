-- Built: which buildings and Superprojects are built, when, and how those who build them fare.
-- Grain: one row per game, kind (building, superproject) and tile, the most often built first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: games (seats that built the tile and played to the end), mean_era (of building it), lost (how often a building was
--   lost again), wins (a tie is shared), win_rate with its Wilson 95 % interval low..high, expected (mean of 1 / contenders), mean_vp,
--   mean_margin (VP minus the mean of the table's seats that were not dropped).
-- Caveat: those who build a lot are already ahead: a rate does not show what a tile is worth.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH placed AS (
    SELECT game, players, selected_seats.*
    FROM selected_seats JOIN selected_games USING (game_id) WHERE game = 'anachrony'
), builders AS (
    SELECT game_id, seat, rtrim(figure, 's') AS kind, source AS tile, avg(round) FILTER (delta > 0) AS era,
        count(*) FILTER (delta < 0) AS lost
    FROM entries SEMI JOIN selected_games USING (game_id)
    WHERE figure IN ('buildings', 'superprojects') GROUP BY game_id, seat, figure, source
)
SELECT game, kind, tile, count(*) AS games, avg(era) AS mean_era, sum(lost)::BIGINT AS lost, sum(win_share) AS wins,
    avg(win_share) AS win_rate, wilson_low(sum(win_share), count(*)) AS low,
    wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected, avg(vp) AS mean_vp,
    avg(margin) AS mean_margin
FROM placed JOIN builders USING (game_id, seat)
WHERE NOT dropped
GROUP BY game, kind, tile
ORDER BY game, kind DESC, games DESC, tile

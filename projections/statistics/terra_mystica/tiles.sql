-- Tiles: how those who take a favor tile, a town tile or a bonus card fare, by the round in which they take it.
-- Grain: one row per game, kind, tile and round, and before them one for all rounds together, where round is null.
-- Plot: intervals of win_rate from low to high, beside expected, where round is none
-- Columns: kind (favor, town, bonus), tile, round (0: before the first), taken (how often), games (seats that took it
--   and played to the end; once per row, however often they took it), wins (a tie is shared), win_rate with its Wilson
--   95 % interval low..high, expected (mean of 1 / contenders), mean_vp, mean_margin (VP minus the mean of the table's
--   seats that were not dropped).
-- Caveat: a bonus card is taken at the end of one round for the next. Those who found towns are already
--   ahead: a rate does not show what a tile is worth. Dropped seats do not count, nor do tiles that the source
--   of a log leaves open.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH takers AS (
    SELECT game_id, seat, name AS kind, value AS tile, round, number AS times FROM selected_tallies WHERE kind = 'taken'
)
SELECT game, kind, tile, round, count(*) AS games, sum(times)::BIGINT AS taken, sum(win_share) AS wins,
    avg(win_share) AS win_rate, wilson_low(sum(win_share), count(*)) AS low,
    wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected, avg(vp) AS mean_vp,
    avg(margin) AS mean_margin
FROM placed_seats JOIN takers USING (game_id, seat)
WHERE ruleset = 'terra_mystica' AND NOT dropped
GROUP BY game, kind, tile, round
ORDER BY game, kind, tile, round NULLS FIRST

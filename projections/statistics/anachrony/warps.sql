-- Warps: which Warp tiles are taken, when, and what becomes of them.
-- Grain: one row per game and Warp tile, the most often taken first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: games (seats that took the tile and played to the end), taken (how often), mean_era (of taking it),
--   retrieved (repaid after Time Travel), returned (brought back unpaid by a tile or an Anomaly), repaid (at the end),
--   left_over (the rest, each of which costs two points), wins (a tie is shared), win_rate with its Wilson 95 %
--   interval low..high, expected (mean of 1 / contenders), mean_vp.
-- Caveat: a journey for which the rules leave a single choice has no record; its repayment is in the entries.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT * FROM placed_seats WHERE NOT dropped AND ruleset = 'anachrony' AND verdict <> 'summary'
), tiles AS (
    SELECT game_id, seat, name AS tile, sum(number) FILTER (value = 'taken') AS taken,
        sum(number * round) FILTER (value = 'taken') AS eras, coalesce(sum(number) FILTER (value = 'retrieved'), 0) AS retrieved,
        coalesce(sum(number) FILTER (value = 'returned'), 0) AS returned, coalesce(sum(number) FILTER (value = 'repaid'), 0) AS repaid
    FROM selected_tallies WHERE kind = 'warp' GROUP BY game_id, seat, name
)
SELECT game, tile, count(*) AS games, sum(taken)::BIGINT AS taken, sum(eras) / sum(taken) AS mean_era,
    sum(retrieved)::BIGINT AS retrieved, sum(returned)::BIGINT AS returned, sum(repaid)::BIGINT AS repaid,
    sum(taken - retrieved - returned - repaid)::BIGINT AS left_over,
    sum(win_share) AS wins, avg(win_share) AS win_rate, wilson_low(sum(win_share), count(*)) AS low,
    wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected, avg(vp) AS mean_vp
FROM playing JOIN tiles USING (game_id, seat)
WHERE taken > 0
GROUP BY game, tile
ORDER BY game, games DESC, tile

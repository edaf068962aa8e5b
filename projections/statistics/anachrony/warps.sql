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
), taken AS (  -- the seats that took a tile count once
    SELECT game, name AS tile, count(*) FILTER (value = 'taken') AS games,
        coalesce(sum(number) FILTER (value = 'taken'), 0) AS taken,
        coalesce(sum(number) FILTER (value = 'eras'), 0) AS eras,
        coalesce(sum(number) FILTER (value = 'retrieved'), 0) AS retrieved,
        coalesce(sum(number) FILTER (value = 'returned'), 0) AS returned,
        coalesce(sum(number) FILTER (value = 'repaid'), 0) AS repaid,
        sum(win_share) FILTER (value = 'taken') AS wins, avg(1 / contenders) FILTER (value = 'taken') AS expected,
        avg(vp) FILTER (value = 'taken') AS mean_vp
    FROM selected_tallies JOIN playing USING (game_id, seat) WHERE kind = 'warp' GROUP BY game, name
)
SELECT game, tile, games, taken::BIGINT AS taken, eras / taken AS mean_era, retrieved::BIGINT AS retrieved,
    returned::BIGINT AS returned, repaid::BIGINT AS repaid, (taken - retrieved - returned - repaid)::BIGINT AS left_over, wins,
    wins / games AS win_rate, wilson_low(wins, games) AS low, wilson_high(wins, games) AS high, expected, mean_vp
FROM taken
ORDER BY game, games DESC, tile

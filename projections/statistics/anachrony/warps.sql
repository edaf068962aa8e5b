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
    SELECT game, players, selected_seats.* FROM selected_seats JOIN selected_games USING (game_id)
    WHERE NOT dropped AND game = 'anachrony' AND verdict <> 'summary'
), taken AS (
    SELECT game_id, actor AS seat, tile, count(*) AS taken, avg(round) AS era
    FROM (
        SELECT game_id, actor, round, unnest(from_json(body -> '$.event.tiles', '["VARCHAR"]')) AS tile
        FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'choose_warp' AND round IS NOT NULL
    ) GROUP BY game_id, actor, tile
), back AS (
    SELECT game_id, actor AS seat, body ->> '$.event.tile' AS tile, count(*) AS returned
    FROM records SEMI JOIN selected_games USING (game_id)
    WHERE kind IN ('return_warp', 'anomaly_warp') AND round IS NOT NULL GROUP BY game_id, actor, tile
), paid AS (  -- every repayment lowers one or more figures, each of them once
    SELECT game_id, seat, source AS tile,
        count(DISTINCT CASE WHEN step <> 'scoring' THEN seq END) AS retrieved,
        count(DISTINCT CASE WHEN step = 'scoring' THEN seq END) AS repaid
    FROM entries SEMI JOIN selected_games USING (game_id)
    WHERE source LIKE 'warp\_%' ESCAPE '\' AND delta < 0 AND figure <> 'vp' AND NOT (figure = 'exosuits')
        AND (step = 'scoring' OR (game_id, seq) NOT IN (
            SELECT (game_id, seq) FROM records WHERE kind = 'choose_warp'
        ))
    GROUP BY game_id, seat, source
)
SELECT game, tile, count(*) AS games, sum(taken)::BIGINT AS taken, sum(era * taken) / sum(taken) AS mean_era,
    sum(coalesce(retrieved, 0))::BIGINT AS retrieved, sum(coalesce(returned, 0))::BIGINT AS returned,
    sum(coalesce(repaid, 0))::BIGINT AS repaid,
    sum(taken - coalesce(retrieved, 0) - coalesce(returned, 0) - coalesce(repaid, 0))::BIGINT AS left_over,
    sum(win_share) AS wins, avg(win_share) AS win_rate, wilson_low(sum(win_share), count(*)) AS low,
    wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected, avg(vp) AS mean_vp
FROM playing JOIN taken USING (game_id, seat) LEFT JOIN back USING (game_id, seat, tile)
    LEFT JOIN paid USING (game_id, seat, tile)
GROUP BY game, tile
ORDER BY game, games DESC, tile

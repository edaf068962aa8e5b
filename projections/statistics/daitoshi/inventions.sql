-- Inventions: which tiles are committed to, when, and how their owners fare.
-- Grain: one row per game and invention of the market, the most wanted first.
-- Plot: bars of taken
-- Columns: games (in which it was committed to), offered (games in which it came to the market), taken (share of these),
--   mean_turn, alone (share of the times that it was the only pick, with its rewards at once), win_rate (of its owners).
-- Caveat: basic and university inventions are not chosen from the market and do not count.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH shown AS (
    SELECT game_id, json_extract_string(body, '$.event.tile') AS tile
    FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'market_refilled'
    UNION ALL
    SELECT game_id, unnest(list_concat(
        CAST(body -> '$.event.ordinary' AS VARCHAR[]), CAST(body -> '$.event.innovative' AS VARCHAR[]),
        CAST(body -> '$.event.brilliant' AS VARCHAR[])))
    FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'market_drawn'
), offers AS (
    SELECT game, tile, count(DISTINCT game_id) AS offered FROM shown JOIN selected_games USING (game_id) GROUP BY ALL
), commits AS (
    SELECT game_id, turn, actor AS seat, CAST(body -> '$.event.picks' AS JSON[]) AS picks
    FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'commit_inventions' AND turn IS NOT NULL
), picked AS (
    SELECT game_id, turn, seat, len(picks) AS picks, unnest(picks) ->> 'tile' AS tile FROM commits
)
SELECT game, tile, count(DISTINCT game_id) AS games, any_value(offered) AS offered,
    count(DISTINCT game_id) / any_value(offered) AS taken, avg(turn) AS mean_turn,
    avg((picks = 1)::INTEGER) AS alone, avg(win_share) AS win_rate
FROM picked JOIN selected_games USING (game_id) JOIN selected_seats USING (game_id, seat) JOIN offers USING (game, tile)
GROUP BY game, tile
ORDER BY game, games DESC, tile

-- Inventions: which tiles are committed to, when, and how their owners fare.
-- Grain: one row per game and invention of the market, the most wanted first.
-- Plot: bars of taken
-- Columns: games (in which it was committed to), offered (games in which it came to the market), taken (share of these),
--   mean_turn, alone (share of the times that it was the only pick, with its rewards at once), win_rate (of its owners).
-- Caveat: basic and university inventions are not chosen from the market and do not count.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH placed AS (
    SELECT * FROM placed_seats WHERE ruleset = 'daitoshi'
), offers AS (
    SELECT game, name AS tile, count(DISTINCT game_id) AS offered
    FROM selected_tallies JOIN selected_games USING (game_id) WHERE kind = 'offered' GROUP BY ALL
), picked AS (
    SELECT game_id, seat, name AS tile, value AS alone, number AS turn FROM selected_tallies WHERE kind = 'invention'
)
SELECT game, tile, count(DISTINCT game_id) AS games, any_value(offered) AS offered,
    count(DISTINCT game_id) / any_value(offered) AS taken, avg(turn) AS mean_turn,
    avg((alone IS NOT NULL)::INTEGER) AS alone, avg(win_share) AS win_rate
FROM picked JOIN placed USING (game_id, seat) JOIN offers USING (game, tile)
GROUP BY game, tile
ORDER BY game, games DESC, tile

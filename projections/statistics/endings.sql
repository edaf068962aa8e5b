-- Endings: with which record games end, and how long it takes.
-- Grain: one row per game, number of players and kind of the last record, the most frequent first.
-- Plot: bars of share
-- Columns: games, share (of the games with so many players), mean_turns, mean_rounds, winning_vp (mean of the best),
--   lead (mean of best less second), in_turn (share of games that the seat whose record is the last won, or shared).
-- Caveat: of games that all end alike the last record says little.
-- Filters arrive in the view selected_games (selected_tables holds all their seats); without any they hold all finished games in which nothing was found wrong.
WITH last_records AS (
    SELECT game_id, name AS ending, seat AS actor, number AS turns FROM tallies WHERE kind = 'ending'
), results AS (
    SELECT game_id, max(vp, 2) AS two, list(seat) FILTER (rank = 1) AS winners FROM selected_tables GROUP BY game_id
)
SELECT game, players, ending, count(*) AS games, count(*) / sum(count(*)) OVER (PARTITION BY game, players) AS share,
    avg(turns) AS mean_turns, avg(rounds) AS mean_rounds, avg(two[1]) AS winning_vp, avg(two[1] - two[2]) AS lead,
    avg(coalesce(list_contains(winners, actor), false)::INTEGER) AS in_turn
FROM selected_games JOIN last_records USING (game_id) JOIN results USING (game_id)
GROUP BY game, players, ending
ORDER BY game, players, games DESC, ending

-- Endings: with which kind of record games end, and how long they take.
-- Grain: one row per game, number of players and kind of the last record, the most frequent first.
-- Plot: bars of share
-- Columns: games, share (of the games with that many players), mean_turns, mean_rounds, winning_vp (mean of the best),
--   lead (mean of best minus second, of the seats that were not dropped), in_turn (share of games that the seat with
--   the last record won or shared).
-- Caveat: if all games end alike, the last record means little.
-- Filters arrive in the view selected_games (selected_tables holds all their seats); without any they hold all finished games in which nothing was found wrong.
WITH last_records AS (
    SELECT game_id, name AS ending, seat AS actor, number AS turns FROM selected_tallies WHERE kind = 'ending'
)
SELECT game, players, ending, count(*) AS games, count(*) / sum(count(*)) OVER (PARTITION BY game, players) AS share,
    avg(turns) AS mean_turns, avg(rounds) AS mean_rounds, avg(best_vp) AS winning_vp, avg(lead) AS lead,
    avg(coalesce(last.rank = 1, false)::INTEGER) AS in_turn
FROM selected_games JOIN last_records USING (game_id)
    LEFT JOIN selected_tables AS last ON last.game_id = selected_games.game_id AND last.seat = actor
GROUP BY game, players, ending
ORDER BY game, players, games DESC, ending

-- Endings: why games end, and how long they take.
-- Grain: one row per game, number of players and reason of the end (GA-10.1 all_meeples, GA-10.2 exhaustion), the most
--   frequent first.
-- Plot: bars of share
-- Columns: ending, games, share (of the games with that many players), mean_turns, mean_rounds, winning_vp (mean of the
--   best), lead (mean of best minus second, of the seats that were not dropped), in_turn (share of games that the
--   player in turn at the end won or shared).
-- Caveat: the player in turn (GA-9.1) need not be the one whose meeple, claim or card was the last.
-- Filters arrive in the view selected_games (selected_tables holds all their seats); without any they hold all finished games in which nothing was found wrong.
WITH lengths AS (
    SELECT game_id, number AS turns FROM selected_tallies WHERE kind = 'ending'
), results AS (
    SELECT game_id, list(seat) FILTER (rank = 1) AS first, any_value(seat) FILTER (start_position = 1) AS starter
    FROM selected_tables GROUP BY game_id
)
SELECT game, players, end_reason AS ending, count(*) AS games,
    count(*) / sum(count(*)) OVER (PARTITION BY game, players) AS share, avg(turns) AS mean_turns,
    avg(rounds) AS mean_rounds, avg(best_vp) AS winning_vp, avg(lead) AS lead,
    avg(list_contains(first, (starter + turns - 1) % players)::INTEGER) AS in_turn
FROM selected_games JOIN lengths USING (game_id) JOIN results USING (game_id)
GROUP BY game, players, end_reason
ORDER BY game, players, games DESC, ending

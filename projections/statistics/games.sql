-- Games: how they go, by the number of players.
-- Grain: one row per game and number of players.
-- Plot: bars of winning_vp
-- Columns: games, mean_records, mean_rounds, mean_vp (of all seats that were not dropped), winning_vp (mean of the best),
--   lead (mean of best minus second), ties (games with several winners), dropped (seats that were dropped),
--   summaries (games known by their result only; they have no records or rounds).
-- Caveat: lead is the mean over games with at least two seats that were not dropped.
-- Filters arrive in the view selected_games (selected_tables holds all their seats); without any they hold all finished games in which nothing was found wrong.
SELECT game, players, count(*) AS games, avg(nullif(records, 0)) AS mean_records,
    avg(nullif(rounds, 0)) AS mean_rounds, avg(mean_vp) AS mean_vp,
    avg(best_vp) AS winning_vp, avg(lead) AS lead, count(*) FILTER (winners > 1) AS ties,
    sum(dropped_seats)::BIGINT AS dropped, count(*) FILTER (verdict = 'summary') AS summaries
FROM selected_games
GROUP BY game, players
ORDER BY game, players

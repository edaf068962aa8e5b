-- Last Eras: in which Era games end, and by which trigger.
-- Grain: one row per game, number of players and last Era.
-- Plot: bars of share
-- Columns: games, share (of the games with that many players), trigger (era_7, or capital_collapsed before it),
--   winning_vp (mean of the best), lead (mean of best minus second, of the seats that were not dropped), anomalies
--   (mean number of Anomalies that appeared in a game).
-- Caveat: a Capital that collapses in Era 7 counts as era_7.
-- Filters arrive in the view selected_games (selected_tables holds all their seats); without any they hold all finished games in which nothing was found wrong.
WITH played AS (
    SELECT DISTINCT game_id FROM placed_seats WHERE ruleset = 'anachrony' AND verdict <> 'summary'
), anomalies AS (
    SELECT game_id, number FROM selected_tallies WHERE kind = 'anomalies'
)
SELECT game, players, rounds AS last_era, count(*) AS games,
    count(*) / sum(count(*)) OVER (PARTITION BY game, players) AS share,
    CASE WHEN rounds = 7 THEN 'era_7' ELSE 'capital_collapsed' END AS trigger, avg(best_vp) AS winning_vp,
    avg(lead) AS lead, avg(coalesce(number, 0)) AS anomalies
FROM selected_games JOIN played USING (game_id) LEFT JOIN anomalies USING (game_id)
GROUP BY game, players, rounds
ORDER BY game, players, last_era

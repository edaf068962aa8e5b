-- Objectives: how often each of those on display is claimed, when, and by whom.
-- Grain: one row per game and objective, the most often claimed first.
-- Plot: bars of rate
-- Columns: games (in which it was displayed), claimed, rate (claimed of displayed), mean_turn (of the claim),
--   cards (mean number of played cards given up for it), claimant_wins (share of claims by the later winner).
-- Caveat: objectives that were never displayed have no row.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH displayed AS (
    SELECT game_id, name AS objective FROM selected_tallies WHERE kind = 'objective'
), claims AS (
    SELECT game_id, name AS objective, value::INTEGER AS cards, number AS turn, win_share
    FROM selected_tallies JOIN selected_seats USING (game_id, seat) WHERE kind = 'claimed'
)
SELECT game, objective, count(*) AS games, count(turn) AS claimed, count(turn) / count(*) AS rate,
    avg(turn) AS mean_turn, avg(cards) AS cards, avg(win_share) AS claimant_wins
FROM displayed JOIN selected_games USING (game_id) LEFT JOIN claims USING (game_id, objective)
GROUP BY game, objective
ORDER BY game, claimed DESC, objective

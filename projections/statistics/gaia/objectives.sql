-- Objectives: how often each of those on display is claimed, when, and by whom.
-- Grain: one row per game and objective, the most often claimed first.
-- Plot: bars of rate
-- Columns: games (in which it was displayed), claimed, rate (claimed of displayed), mean_turn (of the claim),
--   cards (mean number of played cards given up for it), claimant_wins (share of claims by the later winner).
-- Caveat: objectives that were never displayed have no row.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH displayed AS (
    SELECT game, game_id, unnest(from_json(json_extract(body, '$.event.objectives'), '["VARCHAR"]')) AS objective
    FROM records JOIN selected_games USING (game_id) WHERE kind = 'objectives_dealt'
), claims AS (
    SELECT claim.game_id, claim.source AS objective, records.turn, -cards.delta AS cards, selected_seats.win_share
    FROM entries AS claim JOIN records USING (game_id, seq) JOIN selected_seats USING (game_id, seat)
        JOIN entries AS cards ON cards.game_id = claim.game_id AND cards.seq = claim.seq AND cards.seat = claim.seat
            AND cards.source = claim.source AND cards.figure IN ('played_nature', 'played_power')
    WHERE claim.figure = 'objectives'
)
SELECT game, objective, count(*) AS games, count(turn) AS claimed, count(turn) / count(*) AS rate,
    avg(turn) AS mean_turn, avg(cards) AS cards, avg(win_share) AS claimant_wins
FROM displayed LEFT JOIN claims USING (game_id, objective)
GROUP BY game, objective
ORDER BY game, claimed DESC, objective

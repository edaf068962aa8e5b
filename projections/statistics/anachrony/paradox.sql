-- Paradox: dice, tokens and Anomalies, Era by Era.
-- Grain: one row per game, number of players and Era.
-- Plot: lines of mean_roll over era
-- Columns: games, dice (rolled in all of them), mean_roll (tokens per die), tokens (gained by dice or instead of them,
--   in all games), other_tokens (gained by actions), anomalies (that appeared), removed (Anomalies that were sealed).
-- Caveat: tokens gained without a roll (option paradox_mode = fixed_one) count among tokens, but add no dice.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH eras AS (
    SELECT DISTINCT game, players, game_id, round AS era FROM records JOIN selected_games USING (game_id)
    WHERE game = 'anachrony' AND kind = 'pass' AND round IS NOT NULL
), rolls AS (
    SELECT game_id, round AS era, count(*) AS dice, sum((body ->> '$.event.result')::INTEGER) AS sum
    FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'roll_paradox' AND round IS NOT NULL GROUP BY game_id, round
), tokens AS (
    SELECT game_id, round AS era, sum(delta) FILTER (figure = 'paradox' AND source = 'paradox_phase') AS tokens,
        sum(delta) FILTER (figure = 'paradox' AND source <> 'paradox_phase' AND delta > 0) AS others,
        sum(delta) FILTER (figure = 'anomalies' AND delta > 0) AS anomalies,
        -sum(delta) FILTER (figure = 'anomalies' AND delta < 0) AS removed
    FROM entries SEMI JOIN selected_games USING (game_id) WHERE figure IN ('paradox', 'anomalies') GROUP BY game_id, round
)
SELECT game, players, era, count(*) AS games, coalesce(sum(dice), 0)::BIGINT AS dice, sum(sum) / sum(dice) AS mean_roll,
    coalesce(sum(tokens), 0)::BIGINT AS tokens, coalesce(sum(others), 0)::BIGINT AS other_tokens,
    coalesce(sum(anomalies), 0)::BIGINT AS anomalies, coalesce(sum(removed), 0)::BIGINT AS removed
FROM eras LEFT JOIN rolls USING (game_id, era) LEFT JOIN tokens USING (game_id, era)
GROUP BY game, players, era
ORDER BY game, players, era

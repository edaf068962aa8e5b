-- Paradox: dice, tokens and Anomalies, Era by Era.
-- Grain: one row per game, number of players and Era.
-- Plot: lines of mean_roll over era
-- Columns: games, dice (rolled in all of them), mean_roll (tokens per die), tokens (gained by dice or instead of them,
--   in all games), other_tokens (gained by actions), anomalies (that appeared), removed (Anomalies that were sealed).
-- Caveat: tokens gained without a roll (option paradox_mode = fixed_one) count among tokens, but add no dice.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH eras AS (
    SELECT game_id, round AS era, name, number FROM selected_tallies WHERE kind = 'paradox'
)
SELECT game, players, era, count(*) FILTER (name = 'passes') AS games,
    coalesce(sum(number) FILTER (name = 'dice'), 0)::BIGINT AS dice,
    sum(number) FILTER (name = 'rolled') / sum(number) FILTER (name = 'dice') AS mean_roll,
    coalesce(sum(number) FILTER (name = 'tokens'), 0)::BIGINT AS tokens, coalesce(sum(number) FILTER (name = 'others'), 0)::BIGINT AS other_tokens,
    coalesce(sum(number) FILTER (name = 'anomalies'), 0)::BIGINT AS anomalies, coalesce(sum(number) FILTER (name = 'removed'), 0)::BIGINT AS removed
FROM selected_games JOIN eras USING (game_id)
GROUP BY game, players, era
ORDER BY game, players, era

-- Rivals: each player against those who sat at the same tables most often.
-- Grain: one row per game, player and opponent: a player's ten most frequent ones (of as many games, the first by name), the
--   most frequent first.
-- Plot: intervals of ahead_rate from low to high, beside 0.5
-- Columns: as in matchups.sql, by player and opponent.
-- Caveat: what they play counts, too. Players without a name are nobody's rivals; dropped seats do not count.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH pairs AS (
    SELECT game, player, opponent, win_share, vp - opponent_vp AS lead,
        CASE WHEN rank < opponent_rank THEN 1::DOUBLE WHEN rank = opponent_rank THEN 0.5 ELSE 0 END AS first
    FROM selected_opponents JOIN selected_games USING (game_id)
    WHERE NOT dropped AND player <> '' AND opponent <> ''
), frequent AS (
    SELECT game, player, opponent, count(*) AS games FROM pairs GROUP BY game, player, opponent
    QUALIFY row_number() OVER (PARTITION BY game, player ORDER BY games DESC, opponent) <= 10
), counted AS (
    SELECT game, player, opponent, any_value(games) AS games, sum(first) AS ahead, avg(lead) AS mean_lead,
        stddev_samp(lead) AS spread, avg(win_share) AS win_rate
    FROM pairs JOIN frequent USING (game, player, opponent) GROUP BY game, player, opponent
)
SELECT game, player, opponent, games, ahead, ahead / games AS ahead_rate, wilson_low(ahead, games) AS low,
    wilson_high(ahead, games) AS high, mean_lead, mean_lead - mean_spread(spread, games) AS lead_low,
    mean_lead + mean_spread(spread, games) AS lead_high, win_rate
FROM counted
ORDER BY game, player, games DESC, ahead_rate DESC, opponent

-- Rivals: each player against those who sat at the same tables most often.
-- Grain: one row per game, player and opponent: a player's ten most frequent opponents (of those with equally many
--   games, the first by name), the most frequent first.
-- Plot: intervals of ahead_rate from low to high, beside 0.5
-- Columns: as in matchups.sql, by player and opponent.
-- Caveat: results also depend on what they play. Players without a name are nobody's rivals; dropped seats do not
--   count.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH people AS MATERIALIZED (  -- numbers in order of names: pairs of numbers are counted faster than pairs of names
    SELECT player, row_number() OVER (ORDER BY player)::INTEGER AS id
    FROM (SELECT DISTINCT player FROM named_seats) WHERE player <> ''
), played AS MATERIALIZED (
    SELECT game, row_number() OVER (ORDER BY game) AS place FROM (SELECT DISTINCT game FROM selected_games)
), pairs AS MATERIALIZED (  -- the game, the player and, in the last 26 bits, the opponent
    SELECT (place << 52) | (one.id::BIGINT << 26) | other.id AS pair, win_share, vp - opponent_vp AS lead,
        CASE WHEN rank < opponent_rank THEN 1::DOUBLE WHEN rank = opponent_rank THEN 0.5 ELSE 0 END AS first
    FROM selected_opponents JOIN played USING (game) JOIN people AS one USING (player)
        JOIN people AS other ON other.player = opponent
    WHERE NOT dropped
), met AS (
    SELECT pair, count(*) AS games FROM pairs GROUP BY pair
), frequent AS (  -- of those with equally many games, the one with the lowest number has the first name
    SELECT unnest(max_by(pair, (games << 26) | (67108863 - pair % 67108864), 10)) AS pair FROM met GROUP BY pair >> 26
), counted AS (
    SELECT pair, count(*) AS games, sum(first) AS ahead, avg(lead) AS mean_lead, stddev_samp(lead) AS spread,
        avg(win_share) AS win_rate
    FROM pairs SEMI JOIN frequent USING (pair) GROUP BY pair
)
SELECT game, one.player, other.player AS opponent, games, ahead, ahead / games AS ahead_rate, wilson_low(ahead, games) AS low,
    wilson_high(ahead, games) AS high, mean_lead, mean_lead - mean_spread(spread, games) AS lead_low,
    mean_lead + mean_spread(spread, games) AS lead_high, win_rate
FROM counted JOIN played ON place = pair >> 52 JOIN people AS one ON one.id = (pair >> 26) % 67108864
    JOIN people AS other ON other.id = pair % 67108864
ORDER BY game, one.player, games DESC, ahead_rate DESC, opponent

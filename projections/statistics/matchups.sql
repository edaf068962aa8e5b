-- Matchups: each faction against each other one at the same table.
-- Grain: one row per game, faction and faction against it, the best matchup of a faction first.
-- Plot: intervals of ahead_rate from low to high, beside 0.5
-- Columns: games (tables at which both played to the end), ahead (how often the faction finished before the other; a
--   tie is half), ahead_rate with its Wilson 95 % interval low..high, mean_lead (VP minus the other's) with its 95 %
--   interval lead_low..lead_high (by Student's t, from two games on), win_rate (of the whole table).
-- Caveat: the player of a faction matters as much as the faction; dropped seats do not count. Each pair is listed
--   twice, once from each side, unless filters name one. --against X lists only X as an opponent; together with
--   --by against, it only selects the tables at which X sat, and each part lists its own opponent there.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH pairs AS (
    SELECT game, faction, against, win_share, vp - opponent_vp AS lead,
        CASE WHEN rank < opponent_rank THEN 1::DOUBLE WHEN rank = opponent_rank THEN 0.5 ELSE 0 END AS first
    FROM selected_opponents
    WHERE NOT dropped AND faction IS NOT NULL AND against IS NOT NULL
), counted AS (
    SELECT game, faction, against, count(*) AS games, sum(first) AS ahead, avg(lead) AS mean_lead,
        stddev_samp(lead) AS spread, avg(win_share) AS win_rate
    FROM pairs GROUP BY game, faction, against
)
SELECT game, faction, against, games, ahead, ahead / games AS ahead_rate, wilson_low(ahead, games) AS low,
    wilson_high(ahead, games) AS high, mean_lead, mean_lead - mean_spread(spread, games) AS lead_low,
    mean_lead + mean_spread(spread, games) AS lead_high, win_rate
FROM counted
ORDER BY game, faction, ahead_rate DESC, games DESC, against

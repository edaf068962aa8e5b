-- Openings: the first six placements of Workers, and how those who begin with them fare.
-- Grain: one row per game, Path and opening; a Path's most frequent opening first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: opening (the first six spaces in order; spaces of one action are one, all Anomalies are one), games (seats
--   that began that way and played to the end), wins (a tie is shared), win_rate with its Wilson 95 % interval
--   low..high, expected (mean of 1 / contenders), mean_vp.
-- Caveat: most openings of six are rare: --min-games leaves them out. Free Actions do not count.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT * FROM placed_seats WHERE NOT dropped AND ruleset = 'anachrony' AND verdict <> 'summary'
), openings AS (
    SELECT game_id, seat, name AS opening FROM selected_tallies WHERE kind = 'opening'
)
SELECT game, faction AS path, opening, count(*) AS games, sum(win_share) AS wins,
    avg(win_share) AS win_rate, wilson_low(sum(win_share), count(*)) AS low,
    wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected, avg(vp) AS mean_vp
FROM playing JOIN openings USING (game_id, seat)
GROUP BY game, faction, opening
ORDER BY game, path, games DESC, win_rate DESC, opening

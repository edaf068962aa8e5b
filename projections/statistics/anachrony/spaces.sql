-- Spaces: where Workers are placed and Free Actions taken, Era by Era.
-- Grain: one row per game, Era, way of taking it (`place_worker` or `free_action`) and space, by Era, the most often taken first;
--   all Anomalies are one space.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: games (seats that took it and played to the end), taken (how often), wins (a tie is shared), win_rate with its Wilson
--   95 % interval low..high, expected (mean of 1 / contenders), mean_vp.
-- Caveat: seats are counted, not games: a table at which three players went to the Mine counts three times.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT * FROM placed_seats WHERE NOT dropped AND ruleset = 'anachrony' AND verdict <> 'summary'
), taken AS (
    SELECT game_id, seat, round AS era, value AS way, name AS space, number AS taken FROM selected_tallies WHERE kind = 'space'
)
SELECT game, era, way, space, count(*) AS games, sum(taken)::BIGINT AS taken, sum(win_share) AS wins,
    avg(win_share) AS win_rate, wilson_low(sum(win_share), count(*)) AS low,
    wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected, avg(vp) AS mean_vp
FROM playing JOIN taken USING (game_id, seat)
GROUP BY game, era, way, space
ORDER BY game, era, sum(taken) DESC, way, space

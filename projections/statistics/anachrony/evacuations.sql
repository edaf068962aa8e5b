-- Evacuations: when players evacuate, what it brings, and how often they win.
-- Grain: one row per game, Path and Era of the Evacuation; era is null for those who never did.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: games (seats that played to the end), mean_slot (1: the first to evacuate), evacuation_vp (mean of what it brought),
--   wins (a tie is shared), win_rate with its Wilson 95 % interval low..high, expected (mean of 1 / contenders), mean_vp.
-- Caveat: an Evacuation is possible only after the Impact, and only if the condition on the player's side of the board
--   is met.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT * FROM placed_seats WHERE NOT dropped AND ruleset = 'anachrony' AND verdict <> 'summary'
), gone AS (
    SELECT game_id, seat, round AS era, number AS slot FROM selected_tallies WHERE kind = 'evacuation' AND name = 'slot'
), points AS (
    SELECT game_id, seat, number AS vp FROM selected_tallies WHERE kind = 'evacuation' AND name = 'vp'
)
SELECT game, faction AS path, era, count(*) AS games, avg(slot) AS mean_slot,
    avg(CASE WHEN era IS NULL THEN NULL ELSE coalesce(points.vp, 0) END) AS evacuation_vp, sum(win_share) AS wins,
    avg(win_share) AS win_rate, wilson_low(sum(win_share), count(*)) AS low,
    wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected, avg(playing.vp) AS mean_vp
FROM playing LEFT JOIN gone USING (game_id, seat) LEFT JOIN points USING (game_id, seat)
GROUP BY game, faction, era
ORDER BY game, path, era NULLS LAST

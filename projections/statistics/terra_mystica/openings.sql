-- Openings: what a faction has built and which tiles it has taken by the end of the first round, and how it fares.
-- Grain: one row per game, faction, structures and tiles; a faction's most frequent opening first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: structures (dwellings/trading houses/temples/strongholds/sanctuaries at the end of round 1, the first dwellings
--   among them), tiles (favor and town tiles taken by then, by name; null if none), games (seats that played to the
--   end), wins (a tie is shared), win_rate with its Wilson 95 % interval low..high, expected (mean of 1 / contenders), mean_vp,
--   mean_margin (VP minus the mean of the table's seats that were not dropped).
-- Caveat: dropped seats and introductory games, whose first dwellings are given, do not count. Many
--   openings are rare: --min-games leaves them out.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH placed AS (
    SELECT placed_seats.* FROM placed_seats JOIN selected_games USING (game_id)
    WHERE ruleset = 'terra_mystica' AND json_extract_string(options, '$.faction_selection') IS DISTINCT FROM 'intro'
), openings AS (
    SELECT game_id, seat, name AS structures, value AS tiles FROM selected_tallies WHERE kind = 'opening'
)
SELECT game, faction, structures, tiles, count(*) AS games, sum(win_share) AS wins, avg(win_share) AS win_rate,
    wilson_low(sum(win_share), count(*)) AS low, wilson_high(sum(win_share), count(*)) AS high,
    avg(1 / contenders) AS expected, avg(vp) AS mean_vp, avg(margin) AS mean_margin
FROM placed JOIN openings USING (game_id, seat)
WHERE NOT dropped
GROUP BY game, faction, structures, tiles
ORDER BY game, faction, games DESC, win_rate DESC, structures, tiles NULLS FIRST

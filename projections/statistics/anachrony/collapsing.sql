-- Collapsing: the Collapsing Capital tiles, how often each is used, and how those who use it fare.
-- Grain: one row per game, action and tile.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: games (in which the tile lay on a space), used (of those, how often a Worker was placed there), mean_era (of using
--   it), wins (a tie is shared), win_rate with its Wilson 95 % interval low..high, expected (mean of 1 / contenders), mean_vp: of the
--   seats that used it and played to the end, null if none did.
-- Caveat: the action counts, not what it gained; a copy of an action (World Council) uses no tile. Those who come early
--   can choose.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT * FROM placed_seats WHERE NOT dropped AND ruleset = 'anachrony' AND verdict <> 'summary'
), uses AS (
    SELECT game_id, value AS action, name AS tile, seat, round AS era FROM selected_tallies WHERE kind = 'collapsing'
)
SELECT selected_games.game, action, tile, count(DISTINCT uses.game_id) AS games, count(playing.seat) AS used,
    avg(era) FILTER (playing.seat IS NOT NULL) AS mean_era,
    sum(win_share) AS wins, avg(win_share) AS win_rate, wilson_low(sum(win_share), count(playing.seat)) AS low,
    wilson_high(sum(win_share), count(playing.seat)) AS high, avg(1 / playing.players) AS expected, avg(vp) AS mean_vp
FROM uses JOIN selected_games USING (game_id) LEFT JOIN playing ON playing.game_id = uses.game_id AND playing.seat = uses.seat
GROUP BY selected_games.game, action, tile
ORDER BY selected_games.game, action, used DESC, tile

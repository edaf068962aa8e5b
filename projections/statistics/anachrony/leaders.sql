-- Leaders: how often each is played with each side of its Path board, and how often it wins.
-- Grain: one row per game, number of players, Path, side and leader, and before them one for all numbers of players together,
--   where players is null; most wins first.
-- Plot: intervals of win_rate from low to high, beside expected, where players is none
-- Columns: games (seats that played to the end), wins (a tie is shared), win_rate with its Wilson 95 % interval
--   low..high, expected (mean of 1 / contenders), mean_vp, mean_margin (VP minus the mean of the table's seats that were
--   not dropped), mean_rank, mean_start (the place in the order of the first Era).
-- Caveat: the side is dealt, the leader is chosen: the rate of a leader does not measure its strength.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH leaders AS (
    SELECT game_id, seat, name AS leader, value AS side FROM selected_tallies WHERE kind = 'leader'
)
SELECT game, players, faction AS path, side, leader, count(*) AS games, sum(win_share) AS wins,
    avg(win_share) AS win_rate, wilson_low(sum(win_share), count(*)) AS low,
    wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected, avg(vp) AS mean_vp,
    avg(margin) AS mean_margin, avg(rank) AS mean_rank, avg(start_position) AS mean_start
FROM placed_seats JOIN leaders USING (game_id, seat)
WHERE NOT dropped AND ruleset = 'anachrony'
GROUP BY GROUPING SETS ((game, players, faction, side, leader), (game, faction, side, leader))
ORDER BY game, players NULLS FIRST, win_rate DESC, games DESC, path, side, leader

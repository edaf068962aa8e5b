-- Actions: what players do in city turns, how often, when, and how those who do it fare.
-- Grain: one row per game and action; expanding and electrifying by ring, renovating by hex type.
-- Plot: bars of mean
-- Columns: games (in which it was done), times, mean (per seat), mean_turn (of all turns of the game), win_rate (of the times by
--   the later winner), expected (mean of 1 / contenders).
-- Caveat: a skipped action is one that was possible but not wanted; an action that was not possible has no record.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH placed AS (
    SELECT * FROM placed_seats WHERE ruleset = 'daitoshi'
), done AS (
    SELECT game_id, seat, name AS action, number AS turn FROM selected_tallies WHERE kind = 'action'
), tables AS (
    SELECT game, count(*) AS seats FROM placed GROUP BY game
)
SELECT game, action, count(DISTINCT game_id) AS games, count(*) AS times, count(*) / any_value(seats) AS mean,
    avg(turn) AS mean_turn, avg(win_share) AS win_rate, avg(1 / contenders) AS expected
FROM done JOIN placed USING (game_id, seat) JOIN tables USING (game)
GROUP BY game, action
ORDER BY game, times DESC, action

-- Trend: how often each faction is played and wins, and what it scores, over time.
-- Grain: one row per game, faction and period: the month, or the year if the games span more than three years.
-- Plot: lines of win_rate from low to high over period
-- Columns: period (as ISO 8601 text), games (seats that played to the end), share (of all of them in the period: how
--   popular the faction is), wins (a tie is shared), win_rate with its Wilson 95 % interval low..high, expected (mean
--   of 1 / contenders), mean_vp, mean_margin (VP minus the mean of the table's seats that were not dropped).
-- Caveat: games that state no date are left out. If seats are filtered, share is of those that remain.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH dated AS (
    SELECT * FROM placed_seats WHERE played_at <> '' AND NOT dropped
), spans AS (
    SELECT game, CASE WHEN left(max(played_at), 4) > (try_cast(left(min(played_at), 4) AS INTEGER) + 2)::VARCHAR
        THEN 4 ELSE 7 END AS digits
    FROM dated GROUP BY game
), counted AS (
    SELECT game, faction, left(played_at, digits) AS period, count(*) AS games, sum(win_share) AS wins,
        avg(1 / contenders) AS expected, avg(vp) AS mean_vp, avg(margin) AS mean_margin
    FROM dated JOIN spans USING (game) GROUP BY game, faction, period
)
SELECT game, faction, period, games, games / sum(games) OVER (PARTITION BY game, period) AS share, wins,
    wins / games AS win_rate, wilson_low(wins, games) AS low, wilson_high(wins, games) AS high, expected, mean_vp, mean_margin
FROM counted
ORDER BY game, faction, period

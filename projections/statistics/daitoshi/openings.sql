-- Openings: the basic invention and the first four turns of a seat, and how it fares.
-- Grain: one row per game, basic invention and turns; the most frequent first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: basic (the invention), turns (the seat's first four: production, or the action, or none), games (seats), wins (a tie is
--   shared), win_rate with its Wilson 95 % interval low..high, expected (mean of 1 / contenders), first_production,
--   first_commit, first_contribution (mean round; null if there was none), mean_vp.
-- Caveat: many openings are rare: --min-games leaves them out.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH placed AS (
    SELECT * FROM placed_seats WHERE ruleset = 'daitoshi'
), opened AS (
    SELECT game_id, seat, nullif(name, '') AS turns, value AS basic FROM selected_tallies WHERE kind = 'opening'
), firsts AS (
    SELECT game_id, seat, any_value(round) FILTER (name = 'production') AS first_production,
        any_value(round) FILTER (name = 'commit') AS first_commit,
        any_value(round) FILTER (name = 'contribution') AS first_contribution
    FROM selected_tallies WHERE kind = 'first' GROUP BY game_id, seat
)
SELECT game, basic, turns, count(*) AS games, sum(win_share) AS wins, avg(win_share) AS win_rate,
    wilson_low(sum(win_share), count(*)) AS low, wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected,
    avg(first_production) AS first_production, avg(first_commit) AS first_commit,
    avg(first_contribution) AS first_contribution, avg(vp) AS mean_vp
FROM placed JOIN opened USING (game_id, seat) LEFT JOIN firsts USING (game_id, seat)
GROUP BY game, basic, turns
ORDER BY game, games DESC, basic NULLS LAST, turns

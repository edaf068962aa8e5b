-- Openings: the basic invention and the first four turns of a seat, and how it fares.
-- Grain: one row per game, basic invention and turns; the most frequent first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: basic (the invention), turns (the seat's first four: production, or the action, or none), games (seats), wins (a tie is
--   shared), win_rate with its Wilson 95 % interval low..high, expected (mean of 1 / contenders), first_production,
--   first_commit, first_contribution (mean round; null if there was none), mean_vp.
-- Caveat: many openings are rare: --min-games leaves them out.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH chosen AS (
    SELECT game_id, actor AS seat, json_extract_string(body, '$.event.tile') AS basic
    FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'choose_basic' AND turn IS NOT NULL
), pools AS (
    SELECT game_id, unnest(CAST(body -> '$.event.tiles' AS VARCHAR[])) AS basic FROM records WHERE kind = 'basics_drawn'
), basics AS (
    SELECT game_id, generate_subscripts(CAST(body -> '$.event.tiles' AS VARCHAR[]), 1) - 1 AS seat,
        unnest(CAST(body -> '$.event.tiles' AS VARCHAR[])) AS basic
    FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'basics_dealt'
    UNION ALL
    FROM chosen
    UNION ALL -- the last player takes the one that the others left, without a record
    SELECT game_id, players - 1, basic FROM pools JOIN selected_games USING (game_id) ANTI JOIN chosen USING (game_id, basic)
), begun AS (
    SELECT game_id, turn, round, actor AS seat, kind FROM records SEMI JOIN selected_games USING (game_id)
    WHERE kind IN ('lead_production', 'move_magnate')
), acted AS (
    SELECT game_id, turn, any_value(kind) AS action FROM records SEMI JOIN selected_games USING (game_id)
    WHERE kind IN ('commit_inventions', 'expand', 'renovate', 'electrify', 'trade', 'contribute') GROUP BY ALL
), turns AS (
    SELECT begun.*, CASE WHEN kind = 'lead_production' THEN 'production' ELSE coalesce(action, 'none') END AS what
    FROM begun LEFT JOIN acted USING (game_id, turn)
), opened AS (
    SELECT game_id, seat, string_agg(replace(what, '_inventions', ''), ' ' ORDER BY turn) FILTER (round <= 4) AS turns,
        min(round) FILTER (what = 'production') AS first_production,
        min(round) FILTER (what = 'commit_inventions') AS first_commit, min(round) FILTER (what = 'contribute') AS first_contribution
    FROM turns GROUP BY ALL
)
SELECT game, basic, turns, count(*) AS games, sum(win_share) AS wins, avg(win_share) AS win_rate,
    wilson_low(sum(win_share), count(*)) AS low, wilson_high(sum(win_share), count(*)) AS high, avg(1 / contenders) AS expected,
    avg(first_production) AS first_production, avg(first_commit) AS first_commit,
    avg(first_contribution) AS first_contribution, avg(vp) AS mean_vp
FROM opened JOIN selected_games USING (game_id) JOIN selected_seats USING (game_id, seat) LEFT JOIN basics USING (game_id, seat)
GROUP BY game, basic, turns
ORDER BY game, games DESC, basic NULLS LAST, turns

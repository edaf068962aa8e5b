-- Points: where the victory points come from, by the tag of their immediate source and of what it belonged to.
-- Grain: one row per game, tag and origin, the largest first.
-- Plot: bars of mean_vp
-- Columns: tag (the innermost: production, bus_rail, score_reputation, final_river ...), origin (the outermost, where the tag is
--   nested in something else), games (seats that played to the end), vp (in all of them), mean_vp (per seat, including those
--   without it), share (of all points).
-- Caveat: a tag that ends in `declared` was declared by the log, not computed; the whole paths are in `sources`.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT * FROM placed_seats WHERE ruleset = 'daitoshi' AND verdict <> 'summary'
), sizes AS (
    SELECT game, count(*) AS games, sum(vp) AS total FROM playing GROUP BY game
), sources AS (
    SELECT game, name AS source, sum(number) AS vp FROM selected_tallies JOIN playing USING (game_id, seat)
    WHERE kind = 'vp' GROUP BY game, name
), points AS (
    SELECT game, string_split(source, '/')[-1] AS tag,
        CASE WHEN contains(source, '/') THEN string_split(source, '/')[1] END AS origin, sum(vp) AS vp
    FROM sources GROUP BY game, tag, origin
)
SELECT points.game, tag, origin, games, points.vp, points.vp / games AS mean_vp, points.vp / nullif(total, 0) AS share
FROM points JOIN sizes USING (game)
ORDER BY points.game, points.vp DESC, tag, origin

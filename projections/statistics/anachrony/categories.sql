-- Categories: the points of winners and of the others by category of the final scoring.
-- Grain: one row per game, number of players and category, and before them one for all numbers of players together,
--   where players is null; the category that separates winners from the others most comes first.
-- Plot: bars of difference, where players is none
-- Columns: games (seats that played to the end), mean_vp, winners and others (mean points of those who won or shared the win, and of
--   the rest, including those without points in the category), difference (winners minus others).
-- Caveat: categories are those of AN-10.3; whatever wins points also wins games: a difference is not advice.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT * FROM placed_seats WHERE NOT dropped AND ruleset = 'anachrony' AND verdict <> 'summary'
), points AS (
    SELECT game, game_id, seat, name AS category, number AS points FROM selected_tallies JOIN playing USING (game_id, seat)
    WHERE kind = 'vp'
), categories AS (
    SELECT DISTINCT game, category FROM points
)
SELECT game, players, category, count(*) AS games, avg(coalesce(points, 0)) AS mean_vp,
    avg(coalesce(points, 0)) FILTER (win_share > 0) AS winners, avg(coalesce(points, 0)) FILTER (win_share = 0) AS others,
    avg(coalesce(points, 0)) FILTER (win_share > 0) - avg(coalesce(points, 0)) FILTER (win_share = 0) AS difference
FROM playing JOIN categories USING (game) LEFT JOIN points USING (game, game_id, seat, category)
GROUP BY GROUPING SETS ((game, players, category), (game, category))
ORDER BY game, players NULLS FIRST, difference DESC, category

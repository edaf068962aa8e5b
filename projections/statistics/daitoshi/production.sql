-- Production: how often the buildings are activated, by leaders and by others, and how many points they bring.
-- Grain: one row per game, building and role (leader or other).
-- Plot: bars of mean stacked by role
-- Columns: games (in which that happened), activated (times), mean (times per game), mean_vp (by inventions and markers of a
--   production turn, a building activated in it), winners (share of the times by the later winner).
-- Caveat: the points of a production turn are shared evenly among the buildings that a seat activates in it.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH led AS (
    SELECT game_id, turn, actor AS leader FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'lead_production'
), placed AS (
    SELECT entries.*, records.turn FROM entries JOIN records USING (game_id, seq) SEMI JOIN led ON led.game_id = entries.game_id
        AND led.turn = records.turn
), used AS (
    SELECT game_id, turn, seat, source AS building FROM placed WHERE figure = 'produced'
), gained AS (
    SELECT game_id, turn, seat, sum(delta) AS vp FROM placed
    WHERE figure = 'vp' AND (starts_with(source, 'production') OR starts_with(source, 'progress_track')) GROUP BY ALL
), shared AS (
    SELECT used.*, coalesce(vp, 0) / count(*) OVER (PARTITION BY game_id, turn, seat) AS vp
    FROM used LEFT JOIN gained USING (game_id, turn, seat)
)
SELECT game, replace(building, 'building:', '')::INTEGER AS building,
    CASE WHEN leader = shared.seat THEN 'leader' ELSE 'other' END AS role,
    count(DISTINCT game_id) AS games, count(*) AS activated, count(*) / count(DISTINCT game_id) AS mean,
    avg(shared.vp) AS mean_vp, avg(win_share) AS winners
FROM shared JOIN led USING (game_id, turn) JOIN selected_games USING (game_id)
    JOIN selected_seats ON selected_seats.game_id = shared.game_id AND selected_seats.seat = shared.seat
GROUP BY ALL
ORDER BY game, building, role

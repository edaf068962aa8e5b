-- Production: how often the buildings are activated, by leaders and by others, and how many points they bring.
-- Grain: one row per game, building and role (leader or other).
-- Plot: bars of mean stacked by role
-- Columns: games (in which that happened), activated (times), mean (times per game), mean_vp (by inventions and markers of a
--   production turn, a building activated in it), winners (share of the times by the later winner).
-- Caveat: the points of a production turn are shared evenly among the buildings that a seat activates in it.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH placed AS (
    SELECT * FROM placed_seats WHERE ruleset = 'daitoshi'
), produced AS (
    SELECT game_id, seat, name::INTEGER AS building, split_part(value, '_', 1) AS role,
        CASE WHEN ends_with(value, '_vp') THEN number END AS sixths, CASE WHEN NOT ends_with(value, '_vp') THEN number END AS times
    FROM selected_tallies WHERE kind = 'produced'
)
SELECT game, building, role, count(DISTINCT game_id) AS games, sum(times)::BIGINT AS activated,
    sum(times) / count(DISTINCT game_id) AS mean, sum(sixths) / 6 / sum(times) AS mean_vp,
    sum(times * win_share) / sum(times) AS winners
FROM produced JOIN placed USING (game_id, seat)
GROUP BY game, building, role
ORDER BY game, building, role

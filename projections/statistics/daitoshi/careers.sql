-- Careers: what winners and the others do and reach in a game.
-- Grain: one row per game and result, and before them one for all seats together, where result is null.
-- Plot: bars of buildings
-- Columns: result (winner or other), games (seats that played to the end), then means per game: led and joined (production turns, led
--   or with a building activated in another's), buildings (activated), grants (used in a turn), upgrades and finished
--   (tracks), banners (used), fame and bus (steps), reputation and pilgrims (level and all positions at the end), river, forest,
--   mountain, underground (rounds that ended with the tile of this type on its conflict side).
-- Caveat: a shared victory counts among the winners; actions are in `actions`, goods in `goods`, trades in `trades`.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT game, rounds, selected_seats.* FROM selected_seats JOIN selected_games USING (game_id)
    WHERE NOT dropped AND verdict <> 'summary'
), changes AS (
    SELECT game_id, seat, sum(delta) FILTER (figure = 'produced') AS buildings, sum(delta) FILTER (figure = 'upgrades') AS upgrades,
        sum(delta) FILTER (figure = 'finished_tracks') AS finished,
        sum(delta) FILTER (figure = 'banners' AND delta > 0) AS banners, sum(delta) FILTER (figure = 'fame') AS fame,
        sum(delta) FILTER (figure = 'bus') AS bus, sum(delta) FILTER (figure = 'reputation') AS reputation,
        sum(delta) FILTER (ends_with(figure, '_pilgrim')) AS pilgrims
    FROM entries SEMI JOIN selected_games USING (game_id) GROUP BY game_id, seat
), sides AS (  -- a tile turned in a round counts from the end of that round; one turned back no longer counts
    SELECT game_id, seat, entries.source AS type, sum(delta * (rounds - round + 1)) AS ends
    FROM entries JOIN playing USING (game_id, seat) WHERE figure = 'conflicts' GROUP BY ALL
), leaders AS (
    SELECT game_id, turn, actor AS seat FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'lead_production' AND turn IS NOT NULL
), producers AS (
    SELECT DISTINCT game_id, turn, actor AS seat FROM records SEMI JOIN selected_games USING (game_id)
    WHERE kind = 'activate_building' AND turn IS NOT NULL
), production AS (
    SELECT game_id, seat, count(*) FILTER (led) AS led, count(*) FILTER (NOT led) AS joined FROM (
        SELECT *, true AS led FROM leaders UNION ALL SELECT *, false FROM producers ANTI JOIN leaders USING (game_id, turn, seat)
    ) GROUP BY game_id, seat
), grants AS (
    SELECT DISTINCT game_id, actor AS seat, 1 AS used FROM records SEMI JOIN selected_games USING (game_id)
    WHERE kind = 'use_grant' AND turn IS NOT NULL
), conflicts AS (
    SELECT game_id, seat, sum(ends) FILTER (type = 'river') AS river, sum(ends) FILTER (type = 'forest') AS forest,
        sum(ends) FILTER (type = 'mountain') AS mountain, sum(ends) FILTER (type = 'underground') AS underground
    FROM sides GROUP BY game_id, seat
)
SELECT game, CASE WHEN rank = 1 THEN 'winner' WHEN rank > 1 THEN 'other' END AS result, count(*) AS games,
    avg(coalesce(led, 0)) AS led, avg(coalesce(joined, 0)) AS joined, avg(coalesce(buildings, 0)) AS buildings,
    avg(coalesce(used, 0)) AS grants, avg(coalesce(upgrades, 0)) AS upgrades, avg(coalesce(finished, 0)) AS finished,
    avg(coalesce(banners, 0)) AS banners, avg(coalesce(fame, 0)) AS fame, avg(coalesce(bus, 0)) AS bus,
    avg(1 + coalesce(reputation, 0)) AS reputation, avg(coalesce(pilgrims, 0)) AS pilgrims, avg(coalesce(river, 0)) AS river,
    avg(coalesce(forest, 0)) AS forest, avg(coalesce(mountain, 0)) AS mountain, avg(coalesce(underground, 0)) AS underground
FROM playing LEFT JOIN changes USING (game_id, seat) LEFT JOIN production USING (game_id, seat) LEFT JOIN grants USING (game_id, seat)
    LEFT JOIN conflicts USING (game_id, seat)
GROUP BY GROUPING SETS ((game, result), (game))
ORDER BY game, result DESC NULLS FIRST

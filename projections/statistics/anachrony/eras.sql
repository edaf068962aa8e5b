-- Eras: what players do in an Era, and what is idle when they pass.
-- Grain: one row per game, number of players and Era.
-- Plot: lines of placements over era
-- Columns: games (seats that played the Era, and the game to its end), placements and free_actions (mean number), powered (mean number
--   of Exosuits powered up), warp_tiles (mean number taken), and, when the seat passes, the mean number of idle_workers (in the
--   Active column), idle_suits (powered up), cubes (Neutronium, Gold, Uranium, Titanium), water and cores in hand.
-- Caveat: what a seat has when it passes can be kept for the next Era, except idle suits, unless they stand on a
--   covered slot.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT game, players, selected_seats.* FROM selected_seats JOIN selected_games USING (game_id)
    WHERE NOT dropped AND game = 'anachrony' AND verdict <> 'summary'
), passes AS (
    SELECT game_id, actor AS seat, round AS era, seq FROM records SEMI JOIN selected_games USING (game_id)
    WHERE kind = 'pass' AND round IS NOT NULL
), hands AS (
    SELECT game_id, seat, era, coalesce(sum(delta) FILTER (starts_with(figure, 'active_')), 0) AS workers,
        coalesce(sum(delta) FILTER (figure IN ('powered', 'powered_glitch')), 0) AS suits,
        coalesce(sum(delta) FILTER (figure IN ('neutronium', 'gold', 'uranium', 'titanium')), 0) AS cubes,
        coalesce(sum(delta) FILTER (figure = 'water'), 0) AS water,
        coalesce(sum(delta) FILTER (figure = 'energy_core'), 0) AS cores
    FROM passes JOIN entries USING (game_id, seat) WHERE entries.seq < passes.seq GROUP BY game_id, seat, era
), done AS (
    SELECT game_id, actor AS seat, round AS era, count(*) FILTER (kind = 'place_worker') AS placements,
        count(*) FILTER (kind = 'free_action') AS free_actions,
        coalesce(sum(json_array_length(body, '$.event.tiles')) FILTER (kind = 'choose_warp'), 0) AS warp_tiles
    FROM records SEMI JOIN selected_games USING (game_id) WHERE round IS NOT NULL AND actor IS NOT NULL
    GROUP BY game_id, actor, round
), powered AS (
    SELECT game_id, seat, round AS era, sum(delta) AS powered FROM entries SEMI JOIN selected_games USING (game_id)
    WHERE figure IN ('powered', 'powered_glitch') AND delta > 0 GROUP BY game_id, seat, round
)
SELECT game, players, era, count(*) AS games, avg(placements) AS placements, avg(free_actions) AS free_actions,
    avg(coalesce(powered, 0)) AS powered, avg(warp_tiles) AS warp_tiles, avg(workers) AS idle_workers, avg(suits) AS idle_suits,
    avg(cubes) AS cubes, avg(water) AS water, avg(cores) AS cores
FROM playing JOIN hands USING (game_id, seat) JOIN done USING (game_id, seat, era) LEFT JOIN powered USING (game_id, seat, era)
GROUP BY game, players, era
ORDER BY game, players, era

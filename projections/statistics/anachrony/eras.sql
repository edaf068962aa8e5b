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
    SELECT * FROM placed_seats WHERE NOT dropped AND ruleset = 'anachrony' AND verdict <> 'summary'
), done AS (
    SELECT game_id, seat, round AS era, string_split(value, ' ')::INTEGER[] AS numbers
    FROM selected_tallies WHERE kind = 'era'
)
SELECT game, players, era, count(*) AS games, avg(numbers[1]) AS placements, avg(numbers[2]) AS free_actions,
    avg(numbers[3]) AS powered, avg(numbers[4]) AS warp_tiles, avg(numbers[5]) AS idle_workers, avg(numbers[6]) AS idle_suits,
    avg(numbers[7]) AS cubes, avg(numbers[8]) AS water, avg(numbers[9]) AS cores
FROM playing JOIN done USING (game_id, seat)
GROUP BY game, players, era
ORDER BY game, players, era

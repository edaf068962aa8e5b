-- Goods: where steam, resources, workers and hexes come from, and what they are spent on.
-- Grain: one row per game, good and source, a good's largest source first.
-- Plot: bars of mean_gained stacked by source
-- Columns: games (seats that gained or spent it that way and played to the end), gained and spent (in all their games), mean_gained and
--   mean_spent (per seat and game, including those without this source).
-- Caveat: sources are the outermost tags of the rulebook, including buildings and the spaces of magnates; `lost` are
--   resources of unknown kind for which there was no room; a worker that leaves at once also counts as gained.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT game_id, seat, game FROM placed_seats WHERE NOT dropped AND ruleset = 'daitoshi' AND verdict <> 'summary'
), seats_played AS (
    SELECT game, count(*) AS seats FROM playing GROUP BY game
), changes AS (
    SELECT game, name AS good, value, count(*) AS times, sum(number) AS number
    FROM selected_tallies JOIN playing USING (game_id, seat) WHERE kind = 'good' GROUP BY game, name, value
), sources AS (  -- of a seat's gain and loss by one source, only the gain counts among its games
    SELECT game, good, substr(value, strpos(value, ' ') + 1) AS source, split_part(value, ' ', 1) AS how, times, number FROM changes
)
SELECT game, good, source, (sum(times) FILTER (how <> 'also_spent'))::BIGINT AS games,
    coalesce(sum(number) FILTER (how = 'gained'), 0)::BIGINT AS gained,
    coalesce(sum(number) FILTER (how <> 'gained'), 0)::BIGINT AS spent,
    coalesce(sum(number) FILTER (how = 'gained'), 0) / any_value(seats) AS mean_gained,
    coalesce(sum(number) FILTER (how <> 'gained'), 0) / any_value(seats) AS mean_spent
FROM sources JOIN seats_played USING (game)
GROUP BY game, good, source
ORDER BY game, good, gained DESC, spent DESC, source

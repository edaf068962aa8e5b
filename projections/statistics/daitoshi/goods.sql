-- Goods: where steam, resources, workers and hexes come from, and what they are spent on.
-- Grain: one row per game, good and source, a good's largest source first.
-- Plot: bars of mean_gained stacked by source
-- Columns: games (seats that gained or spent it that way and played to the end), gained and spent (in all their games), mean_gained and
--   mean_spent (per seat and game, including those without this source).
-- Caveat: sources are the outermost tags of the rulebook, including buildings and the spaces of magnates; `lost` are
--   resources of unknown kind for which there was no room; a worker that leaves at once also counts as gained.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT game, selected_seats.* FROM selected_seats JOIN selected_games USING (game_id)
    WHERE NOT dropped AND verdict <> 'summary'
), seats_played AS (
    SELECT game, count(*) AS number FROM playing GROUP BY game
), changes AS (
    SELECT game, game_id, seat, figure AS good, string_split(source, '/')[1] AS source,
        sum(delta) FILTER (delta > 0) AS gained, -sum(delta) FILTER (delta < 0) AS spent
    FROM entries JOIN playing USING (game_id, seat)
    WHERE figure IN ('steam', 'food', 'energy', 'building', 'luxury', 'wealth', 'lost')
        OR ends_with(figure, '_workers') OR ends_with(figure, '_hexes')
    GROUP BY ALL
)
SELECT game, good, source, count(*) AS games, coalesce(sum(gained), 0)::BIGINT AS gained, coalesce(sum(spent), 0)::BIGINT AS spent,
    coalesce(sum(gained), 0) / any_value(number) AS mean_gained, coalesce(sum(spent), 0) / any_value(number) AS mean_spent
FROM changes JOIN seats_played USING (game)
GROUP BY game, good, source
ORDER BY game, good, gained DESC, spent DESC, source

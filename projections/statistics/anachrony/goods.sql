-- Goods: where cubes, Water, Energy Cores and VP tokens come from and what they are spent on.
-- Grain: one row per game, good and source, a good's largest source first.
-- Plot: bars of mean_gained stacked by source
-- Columns: games (seats that gained or spent it that way and played to the end), gained and spent (in all their games), mean_gained and
--   mean_spent (per seat and game, including those without this source).
-- Caveat: sources are ids of the rulebook: a space, a tile, a phase; payments for a tile are listed under the tile; all
--   Anomalies are one.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT game, players, selected_seats.* FROM selected_seats JOIN selected_games USING (game_id)
    WHERE NOT dropped AND game = 'anachrony' AND verdict <> 'summary'
), seats_played AS (
    SELECT game, count(*) AS number FROM playing GROUP BY game
), changes AS (
    SELECT game, game_id, seat, figure AS good, regexp_replace(source, '^anomaly_.*', 'anomaly') AS source,
        sum(delta) FILTER (delta > 0) AS gained, -sum(delta) FILTER (delta < 0) AS spent
    FROM entries JOIN playing USING (game_id, seat)
    WHERE figure IN ('neutronium', 'gold', 'uranium', 'titanium', 'water', 'energy_core', 'vp_tokens')
    GROUP BY ALL
)
SELECT game, good, source, count(*) AS games, coalesce(sum(gained), 0)::BIGINT AS gained, coalesce(sum(spent), 0)::BIGINT AS spent,
    coalesce(sum(gained), 0) / any_value(number) AS mean_gained, coalesce(sum(spent), 0) / any_value(number) AS mean_spent
FROM changes JOIN seats_played USING (game)
GROUP BY game, good, source
ORDER BY game, good, gained DESC, spent DESC, source

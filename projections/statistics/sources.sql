-- Sources: where the points come from, by faction.
-- Grain: one row per game, faction and source of victory points, a faction's largest source first.
-- Plot: bars of mean_vp stacked by source
-- Columns: games (seats of the faction that played to the end), vp (points of this source in all of them, costs negative),
--   mean_vp (per seat and game, including those without this source), share (of the faction's points).
-- Caveat: sources are ids of the rulebook; points a seat begins with have a source only where the rules enter them;
--   summaries have no sources and do not count.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT game_id, seat, game, faction, vp FROM placed_seats WHERE NOT dropped AND verdict <> 'summary'
), sizes AS (
    SELECT game, faction, count(*) AS games, sum(vp) AS total FROM playing GROUP BY game, faction
), points AS (
    SELECT game, faction, name AS source, sum(number) AS vp
    FROM selected_tallies JOIN playing USING (game_id, seat) WHERE kind = 'vp' GROUP BY game, faction, name
)
SELECT points.game, points.faction, source, games, points.vp, points.vp / games AS mean_vp,
    points.vp / nullif(total, 0) AS share
FROM points JOIN sizes ON sizes.game = points.game AND sizes.faction IS NOT DISTINCT FROM points.faction
ORDER BY points.game, points.faction, points.vp DESC, source

-- Repertoires: the results of each player with each faction.
-- Grain: one row per game, player and faction, a player's most played faction first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: as in factions.sql, by player and faction.
-- Caveat: few games with one faction mean little; `stats players` rates a player over all of them. Players without a name have
--   no repertoire. Dropped seats count in `dropped` only.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH counted AS (
    SELECT game, player, faction, count(*) FILTER (NOT dropped) AS games,
        coalesce(sum(win_share) FILTER (NOT dropped), 0) AS wins,
        avg(1 / contenders) FILTER (NOT dropped) AS expected, avg(vp) FILTER (NOT dropped) AS mean_vp,
        avg(margin) FILTER (NOT dropped) AS mean_margin, avg(rank) FILTER (NOT dropped) AS mean_rank,
        count(*) FILTER (dropped) AS dropped
    FROM placed_seats WHERE player <> '' GROUP BY game, player, faction
)
SELECT game, player, faction, games, wins, wins / nullif(games, 0) AS win_rate,
    wilson_low(wins, nullif(games, 0)) AS low, wilson_high(wins, nullif(games, 0)) AS high,
    expected, mean_vp, mean_margin, mean_rank, dropped
FROM counted
ORDER BY game, player, games DESC, win_rate DESC NULLS LAST, faction

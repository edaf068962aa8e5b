-- Players: how often each of them plays and wins.
-- Grain: one row per game and player's name, most games first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: as in factions.sql, by player; factions (how many different ones were played to the end).
-- Caveat: names that are aliases count as the player they stand for; a seat without a name is nobody. Dropped seats count in
--   `dropped` only.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH counted AS (
    SELECT game, player, count(*) FILTER (NOT dropped) AS games,
        coalesce(sum(win_share) FILTER (NOT dropped), 0) AS wins,
        avg(1 / contenders) FILTER (NOT dropped) AS expected, avg(vp) FILTER (NOT dropped) AS mean_vp,
        avg(margin) FILTER (NOT dropped) AS mean_margin, avg(rank) FILTER (NOT dropped) AS mean_rank,
        count(DISTINCT faction) FILTER (NOT dropped) AS factions, count(*) FILTER (dropped) AS dropped
    FROM placed_seats WHERE player <> '' GROUP BY game, player
)
SELECT game, player, games, wins, wins / nullif(games, 0) AS win_rate,
    wilson_low(wins, nullif(games, 0)) AS low, wilson_high(wins, nullif(games, 0)) AS high,
    expected, mean_vp, mean_margin, mean_rank, factions, dropped
FROM counted
ORDER BY game, games DESC, win_rate DESC NULLS LAST, player

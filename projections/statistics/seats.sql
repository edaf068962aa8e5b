-- Seats: what it is worth to play first, second ... in the first round.
-- Grain: one row per game, number of players and start position.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: as in factions.sql, by players and start_position.
-- Caveat: start_position is null where a log ends before the seat's first turn, and in summaries; dropped seats count in `dropped` only.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH counted AS (
    SELECT game, players, start_position, count(*) FILTER (NOT dropped) AS games,
        coalesce(sum(win_share) FILTER (NOT dropped), 0) AS wins, avg(1 / contenders) FILTER (NOT dropped) AS expected,
        avg(vp) FILTER (NOT dropped) AS mean_vp,
        avg(margin) FILTER (NOT dropped) AS mean_margin, avg(rank) FILTER (NOT dropped) AS mean_rank,
        count(*) FILTER (dropped) AS dropped
    FROM placed_seats GROUP BY game, players, start_position
)
SELECT game, players, start_position, games, wins, wins / nullif(games, 0) AS win_rate,
    wilson_low(wins, nullif(games, 0)) AS low, wilson_high(wins, nullif(games, 0)) AS high,
    expected, mean_vp, mean_margin, mean_rank, dropped
FROM counted
ORDER BY game, players, start_position NULLS LAST

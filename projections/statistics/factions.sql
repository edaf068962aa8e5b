-- Factions: how often each is played, how often it wins, and how far it is ahead.
-- Grain: one row per game and faction, most wins first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: games (seats that played to the end), wins (a tie is shared), win_rate with its Wilson 95 % interval
--   low..high, expected (mean of 1 / contenders, the table's seats that were not dropped), mean_vp, mean_margin (VP minus
--   the mean of these seats), mean_rank, dropped (seats that were dropped; they count in no other column, but with
--   --drops last they count in all others, as last).
-- Caveat: games + dropped, summed over the rows, is the number of seats. Players choose factions: a rate does not measure strength.
--   Summaries (games known by their result only) count; `stats games` shows how many there are.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH counted AS (
    SELECT game, faction, count(*) FILTER (NOT dropped) AS games,
        coalesce(sum(win_share) FILTER (NOT dropped), 0) AS wins,
        avg(1 / contenders) FILTER (NOT dropped) AS expected, avg(vp) FILTER (NOT dropped) AS mean_vp,
        avg(margin) FILTER (NOT dropped) AS mean_margin, avg(rank) FILTER (NOT dropped) AS mean_rank,
        count(*) FILTER (dropped) AS dropped
    FROM placed_seats GROUP BY game, faction
)
SELECT game, faction, games, wins, wins / nullif(games, 0) AS win_rate,
    wilson_low(wins, nullif(games, 0)) AS low, wilson_high(wins, nullif(games, 0)) AS high,
    expected, mean_vp, mean_margin, mean_rank, dropped
FROM counted
ORDER BY game, win_rate DESC NULLS LAST, games DESC, faction

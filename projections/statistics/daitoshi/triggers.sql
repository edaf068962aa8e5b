-- Triggers: which wilderness track triggers the end of the game, how soon, and who benefits from it.
-- Grain: one row per game, number of players and track, the most frequent first.
-- Plot: bars of share
-- Columns: games, share (of the games with that many players), mean_round (of the trigger), mean_rounds (of the whole game),
--   trigger_wins (share of games won by the seat in whose turn it happened), winning_vp (mean of the best).
-- Caveat: two tracks that trigger in the same turn both count.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH sight AS (
    SELECT game_id, seat, name AS track, round FROM selected_tallies WHERE kind = 'trigger'
), best AS (
    SELECT game_id, max(vp) AS vp FROM selected_tables GROUP BY game_id
)
SELECT game, players, track, count(*) AS games, count(*) / sum(count(*)) OVER (PARTITION BY game, players) AS share,
    avg(sight.round) AS mean_round, avg(rounds) AS mean_rounds, avg(win_share) AS trigger_wins, avg(best.vp) AS winning_vp
FROM sight JOIN selected_games USING (game_id) JOIN selected_seats USING (game_id, seat) JOIN best USING (game_id)
GROUP BY game, players, track
ORDER BY game, players, games DESC, track

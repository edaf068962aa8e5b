-- Faces: which die faces are forged, by what means, when, and how often those who forge them win.
-- Grain: one row per game, face and means (offering, ship, granted by a card), the most often forged faces first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: games (seats that forged the face that way and played to the end), forged (faces forged by them), mean_round (of the
--   forging), wins (a tie is shared), win_rate with its Wilson 95 % interval low..high, expected (mean of 1 / contenders), mean_vp.
-- Caveat: a granted face is chosen along with its card, a boar by another player.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT * FROM placed_seats WHERE NOT dropped AND ruleset = 'dice_forge'
), forged AS (
    SELECT game_id, seat, name AS face, value AS means, sum(number) AS forged, sum(number * round) AS rounds
    FROM selected_tallies WHERE kind = 'forged' GROUP BY game_id, seat, name, value
), counted AS (
    SELECT game, face, means, count(*) AS games, sum(forged) AS forged, sum(rounds) / sum(forged) AS mean_round,
        sum(win_share) AS wins, avg(1 / contenders) AS expected, avg(vp) AS mean_vp
    FROM forged JOIN playing USING (game_id, seat) GROUP BY game, face, means
)
SELECT game, face, means, games, forged, mean_round, wins, wins / games AS win_rate,
    wilson_low(wins, games) AS low, wilson_high(wins, games) AS high, expected, mean_vp
FROM counted
ORDER BY game, sum(forged) OVER (PARTITION BY game, face) DESC, face, means

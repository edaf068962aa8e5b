-- Cards: which cards are bought in which round, and how often their buyers win.
-- Grain: one row per game, card and round of purchase, the most often bought cards first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: games (seats that bought the card in that round and played to the end), copies (cards bought by them), wins (a tie
--   is shared), win_rate with its Wilson 95 % interval low..high, expected (mean of 1 / contenders), mean_vp, mean_rank.
-- Caveat: those who buy a card early are those who could afford it; a rate does not measure strength.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT * FROM placed_seats WHERE NOT dropped AND ruleset = 'dice_forge'
), counted AS (
    SELECT game, name AS card, round, count(*) AS games, sum(number) AS copies, sum(win_share) AS wins,
        avg(1 / contenders) AS expected, avg(vp) AS mean_vp, avg(rank) AS mean_rank
    FROM selected_tallies JOIN playing USING (game_id, seat) WHERE kind = 'card' GROUP BY game, name, round
)
SELECT game, card, round, games, copies, wins, wins / games AS win_rate,
    wilson_low(wins, games) AS low, wilson_high(wins, games) AS high, expected, mean_vp, mean_rank
FROM counted
ORDER BY game, sum(games) OVER (PARTITION BY game, card) DESC, card, round

-- Trades: which cities are traded with, for how many goods, and what becomes of the banners.
-- Grain: one row per game and city tile, the most visited first.
-- Plot: bars of trades
-- Columns: games (in which it was in play), trades, mean_goods, vp (per trade, by its rewards, including those that follow an answer),
--   placed and used (banners), activated (its effect without a banner), win_rate (of those who traded, per trade).
-- Caveat: banners that come from elsewhere, such as the fame track, also count as placed.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH placed AS (
    SELECT * FROM placed_seats WHERE ruleset = 'daitoshi'
), drawn AS (
    SELECT game_id, name AS city FROM selected_tallies WHERE kind = 'city'
), deals AS (
    SELECT game_id, city, sum(number) FILTER (what = 'trades') AS trades, sum(number) FILTER (what = 'goods') AS goods,
        sum(number) FILTER (what = 'vp') AS vp, sum(number * win_share) FILTER (what = 'trades') AS wins,
        sum(number) FILTER (what = 'placed') AS placed, sum(number) FILTER (what = 'used') AS used,
        sum(number) FILTER (what = 'activated') AS activated
    FROM (SELECT game_id, seat, name AS city, value AS what, number FROM selected_tallies WHERE kind = 'trade')
        JOIN placed USING (game_id, seat) GROUP BY game_id, city
)
SELECT game, city, count(*) AS games, coalesce(sum(trades), 0) AS trades, sum(goods) / sum(trades) AS mean_goods,
    sum(deals.vp) / sum(trades) AS vp, coalesce(sum(placed), 0) AS placed, coalesce(sum(used), 0) AS used,
    coalesce(sum(activated), 0) AS activated, sum(wins) / sum(trades) AS win_rate
FROM drawn JOIN selected_games USING (game_id) LEFT JOIN deals USING (game_id, city)
GROUP BY game, city
ORDER BY game, trades DESC, city

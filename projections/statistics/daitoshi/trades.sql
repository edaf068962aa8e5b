-- Trades: which cities are traded with, for how many goods, and what becomes of the banners.
-- Grain: one row per game and city tile, the most visited first.
-- Plot: bars of trades
-- Columns: games (in which it was in play), trades, mean_goods, vp (per trade, by its rewards, including those that follow an answer),
--   placed and used (banners), activated (its effect without a banner), win_rate (of those who traded, per trade).
-- Caveat: banners that come from elsewhere, such as the fame track, also count as placed.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH drawn AS (
    SELECT game_id, unnest(CAST(body -> '$.event.tiles' AS VARCHAR[])) AS city
    FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'cities_drawn'
), rewards AS (
    SELECT game_id, turn, sum(delta) AS vp FROM entries JOIN records USING (game_id, seq) SEMI JOIN selected_games USING (game_id)
    WHERE figure = 'vp' AND string_split(entries.source, '/')[1] = 'trade' GROUP BY ALL
), visits AS (
    SELECT game_id, turn, actor AS seat, json_extract_string(body, '$.event.city') AS city,
        CAST(body -> '$.event.goods' AS INTEGER) AS goods
    FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'trade' AND turn IS NOT NULL
), deals AS (
    SELECT game_id, city, count(*) AS trades, sum(goods) AS goods, sum(coalesce(rewards.vp, 0)) AS vp, sum(win_share) AS wins
    FROM visits JOIN selected_seats USING (game_id, seat) LEFT JOIN rewards USING (game_id, turn) GROUP BY ALL
), moves AS (
    SELECT game_id, CASE WHEN figure = 'banners' THEN string_split(entries.source, ':')[2]
            ELSE string_split(entries.source, '/')[-1] END AS city,
        sum((figure = 'banners' AND delta < 0)::INTEGER) AS placed, sum((figure = 'banners' AND delta > 0)::INTEGER) AS used,
        sum((figure = 'activations')::INTEGER) AS activated
    FROM entries SEMI JOIN selected_seats USING (game_id, seat) WHERE figure IN ('banners', 'activations') GROUP BY ALL
)
SELECT game, city, count(*) AS games, coalesce(sum(trades), 0) AS trades, sum(goods) / sum(trades) AS mean_goods,
    sum(deals.vp) / sum(trades) AS vp, coalesce(sum(placed), 0) AS placed, coalesce(sum(used), 0) AS used,
    coalesce(sum(activated), 0) AS activated, sum(wins) / sum(trades) AS win_rate
FROM drawn JOIN selected_games USING (game_id) LEFT JOIN deals USING (game_id, city) LEFT JOIN moves USING (game_id, city)
GROUP BY game, city
ORDER BY game, trades DESC, city

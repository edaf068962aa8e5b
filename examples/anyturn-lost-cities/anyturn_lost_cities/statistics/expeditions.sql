-- Expeditions: how often each is started, with how many wagers, and what comes of it.
-- Grain: one row per game and expedition, and before them one for all five, where expedition is null.
-- Plot: bars of mean_vp
-- Columns: games (seats that started it), started (times, in all their rounds), rate (of the rounds of all seats), then means per
--   start: mean_cards, mean_wagers, mean_vp (with the bonus); loss_rate (share of starts worth less than nothing), bonus_rate
--   (share of eight or more cards), win_rate (of the seats that started it).
-- Caveat: the better a hand, the more expeditions it can afford; a rate does not measure which expedition to choose.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT game, rounds, selected_seats.* FROM selected_seats JOIN selected_games USING (game_id) WHERE verdict <> 'summary'
), tables AS (
    SELECT game, sum(rounds) AS rounds FROM playing GROUP BY game
), starts AS (
    SELECT game, game_id, seat, round, string_split(source, '/')[1] AS expedition, any_value(win_share) AS win_share,
        sum(delta) FILTER (figure = 'cards') AS cards, coalesce(sum(delta) FILTER (figure = 'wagers'), 0) AS wagers,
        coalesce(sum(delta) FILTER (figure = 'vp'), 0) AS vp, bool_or(ends_with(source, '/bonus')) AS bonus
    FROM entries JOIN playing USING (game_id, seat) GROUP BY ALL
)
SELECT game, expedition, count(DISTINCT (game_id, seat)) AS games, count(*) AS started,
    count(*) / any_value(tables.rounds) / CASE WHEN expedition IS NULL THEN 5 ELSE 1 END AS rate,
    avg(cards) AS mean_cards, avg(wagers) AS mean_wagers, avg(vp) AS mean_vp, avg((vp < 0)::INTEGER) AS loss_rate,
    avg(bonus::INTEGER) AS bonus_rate, avg(win_share) AS win_rate
FROM starts JOIN tables USING (game)
GROUP BY GROUPING SETS ((game, expedition), (game))
ORDER BY game, expedition NULLS FIRST

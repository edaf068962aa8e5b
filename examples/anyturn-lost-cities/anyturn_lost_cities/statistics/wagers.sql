-- Wagers: what expeditions with so many wagers come to.
-- Grain: one row per game and number of wagers.
-- Plot: bars of mean_vp
-- Columns: games (seats with such an expedition), expeditions, mean_vp (per expedition, with the bonus), best and worst (of them),
--   loss_rate (share of those worth less than nothing), win_rate (of their seats, each expedition counting once).
-- Caveat: wagers are played on good hands, so they do not come to what they would on any hand.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT game, selected_seats.* FROM selected_seats JOIN selected_games USING (game_id) WHERE verdict <> 'summary'
), expeditions AS (
    SELECT game, game_id, seat, any_value(win_share) AS win_share, coalesce(sum(delta) FILTER (figure = 'vp'), 0) AS vp,
        coalesce(sum(delta) FILTER (figure = 'wagers'), 0) AS wagers
    FROM entries JOIN playing USING (game_id, seat) GROUP BY game, game_id, seat, round, string_split(source, '/')[1]
)
SELECT game, wagers, count(DISTINCT (game_id, seat)) AS games, count(*) AS expeditions, avg(vp) AS mean_vp,
    max(vp) AS best, min(vp) AS worst, avg((vp < 0)::INTEGER) AS loss_rate, avg(win_share) AS win_rate
FROM expeditions
GROUP BY game, wagers
ORDER BY game, wagers

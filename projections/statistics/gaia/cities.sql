-- Cities: which ones are founded, how many of their needs are then met, and how many are lost again.
-- Grain: one row per game and city card, the most often founded first.
-- Plot: bars of founded
-- Columns: games (in which the card was founded), founded, lost (removed from the board), kept (share that was not
--   lost), needs_at_founding (mean of needs met), mean_turn (of founding), founder_wins (share of foundings by the
--   later winner).
-- Caveat: a card with several copies, or founded again after it was lost, counts each time.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH foundings AS (
    SELECT game, game_id, name AS city, value = 'lost' AS lost, try_cast(value AS INTEGER) AS needs, number AS turn, win_share
    FROM selected_tallies JOIN placed_seats USING (game_id, seat) WHERE kind = 'founded'
)
SELECT game, city, count(DISTINCT game_id) AS games, count(*) FILTER (NOT lost) AS founded,
    count(*) FILTER (lost) AS lost, 1 - count(*) FILTER (lost) / count(*) FILTER (NOT lost) AS kept,
    avg(needs) AS needs_at_founding, avg(turn) AS mean_turn, avg(win_share) FILTER (NOT lost) AS founder_wins
FROM foundings
GROUP BY game, city
ORDER BY game, founded DESC, city

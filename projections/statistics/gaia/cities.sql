-- Cities: which ones are founded, how many of their needs are then met, and how many are lost again.
-- Grain: one row per game and city card, the most often founded first.
-- Plot: bars of founded
-- Columns: games (in which the card was founded), founded, lost (removed from the board), kept (share that was not
--   lost), needs_at_founding (mean of needs met), mean_turn (of founding), founder_wins (share of foundings by the
--   later winner).
-- Caveat: a card with several copies, or founded again after it was lost, counts each time.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH moved AS (
    SELECT game, game_id, seq, seat, figure, delta, entries.source,
        regexp_extract(entries.source, '^#\d+ (.*)$', 1) AS city
    FROM entries JOIN selected_games USING (game_id) WHERE figure IN ('founded', 'removed', 'needs')
), foundings AS (
    SELECT founded.*, records.turn, needs.delta AS needs, selected_seats.win_share
    FROM moved AS founded JOIN records USING (game_id, seq) JOIN selected_seats USING (game_id, seat)
        JOIN moved AS needs ON needs.figure = 'needs' AND needs.game_id = founded.game_id
            AND needs.seq = founded.seq AND needs.source = founded.source
    WHERE founded.figure = 'founded'
), losses AS (
    SELECT game, city, count(*) AS lost FROM moved SEMI JOIN foundings USING (game_id, source)
    WHERE figure = 'removed' GROUP BY game, city
)
SELECT game, city, count(DISTINCT game_id) AS games, count(*) AS founded, coalesce(any_value(lost), 0) AS lost,
    1 - coalesce(any_value(lost), 0) / count(*) AS kept, avg(needs) AS needs_at_founding, avg(turn) AS mean_turn,
    avg(win_share) AS founder_wins
FROM foundings LEFT JOIN losses USING (game, city)
GROUP BY game, city
ORDER BY game, founded DESC, city

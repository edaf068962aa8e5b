-- Leech: the power that neighbours' building offers to a faction, what it takes of it, and what it pays.
-- Grain: one row per game and faction, the most power gained a game first.
-- Plot: bars of mean_gained
-- Columns: games (seats of the faction that played to the end), offers (their number: accepted + declined + void),
--   accepted, declined (said so, or another action was begun instead), void (the bowls were full), share (of the offers:
--   accepted), offered (their power), gained (power that was gained from them), paid (VP for it), and a game: mean_offered,
--   mean_gained, mean_paid.
-- Caveat: offers that are open when a player drops out are void; dropped seats do not count,
--   nor do games without records. An acceptance gains less than offered if VP or room in the bowls do not suffice.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT game, selected_seats.* FROM selected_seats JOIN selected_games USING (game_id)
    WHERE game = 'terra_mystica' AND verdict <> 'summary' AND NOT dropped
), moves AS (  -- a token moves from bowl I to II, or from II to III: each move is one power
    SELECT game_id, seat, count(*) FILTER (figure = 'offer' AND delta > 0) AS offers,
        count(*) FILTER (figure = 'offer' AND entries.source = 'accepted') AS accepted,
        count(*) FILTER (figure = 'offer' AND entries.source = 'declined') AS declined,
        count(*) FILTER (figure = 'offer' AND entries.source = 'void') AS void,
        sum(delta) FILTER (figure = 'offer' AND delta > 0) AS offered,
        sum(CASE figure WHEN 'bowl1' THEN -delta WHEN 'bowl3' THEN delta END) FILTER (entries.source = 'leech') AS gained,
        sum(-delta) FILTER (figure = 'vp' AND entries.source = 'leech') AS paid
    FROM entries SEMI JOIN selected_games USING (game_id)
    WHERE figure = 'offer' OR entries.source = 'leech'
    GROUP BY game_id, seat
), counted AS (
    SELECT game, faction, count(*) AS games, coalesce(sum(offers), 0)::BIGINT AS offers,
        coalesce(sum(accepted), 0)::BIGINT AS accepted, coalesce(sum(declined), 0)::BIGINT AS declined,
        coalesce(sum(void), 0)::BIGINT AS void, coalesce(sum(offered), 0)::BIGINT AS offered,
        coalesce(sum(gained), 0)::BIGINT AS gained, coalesce(sum(paid), 0)::BIGINT AS paid
    FROM playing LEFT JOIN moves USING (game_id, seat) GROUP BY game, faction
)
SELECT game, faction, games, offers, accepted, declined, void, accepted / nullif(offers, 0) AS share, offered, gained, paid,
    offered / games AS mean_offered, gained / games AS mean_gained, paid / games AS mean_paid
FROM counted
ORDER BY game, mean_gained DESC, faction

-- Leech: the power that neighbours' building offers to a faction, how much of it the faction takes, and what it pays.
-- Grain: one row per game and faction, the most power gained per game first.
-- Plot: bars of mean_gained
-- Columns: games (seats of the faction that played to the end), offers (their number: accepted + declined + void),
--   accepted, declined (explicitly, or by beginning another action instead), void (the bowls were full), share (of the offers:
--   accepted), offered (their power), gained (power that was gained from them), paid (VP for it), and per game: mean_offered,
--   mean_gained, mean_paid.
-- Caveat: offers that are open when a player drops out are void; dropped seats do not count, nor do games without
--   records. An acceptance gains less than offered if there are not enough VP or room in the bowls.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT * FROM placed_seats WHERE ruleset = 'terra_mystica' AND verdict <> 'summary' AND NOT dropped
), sizes AS (
    SELECT game, faction, count(*) AS games FROM playing GROUP BY game, faction
), sums AS (
    SELECT game, faction, name, sum(number) AS total
    FROM selected_tallies JOIN playing USING (game_id, seat) WHERE kind = 'leech' GROUP BY game, faction, name
), counted AS (
    SELECT sizes.game, sizes.faction, any_value(games) AS games,
        coalesce(any_value(total) FILTER (name = 'offers'), 0)::BIGINT AS offers,
        coalesce(any_value(total) FILTER (name = 'accepted'), 0)::BIGINT AS accepted,
        coalesce(any_value(total) FILTER (name = 'declined'), 0)::BIGINT AS declined,
        coalesce(any_value(total) FILTER (name = 'void'), 0)::BIGINT AS void,
        coalesce(any_value(total) FILTER (name = 'offered'), 0)::BIGINT AS offered,
        coalesce(any_value(total) FILTER (name = 'gained'), 0)::BIGINT AS gained,
        coalesce(any_value(total) FILTER (name = 'paid'), 0)::BIGINT AS paid
    FROM sizes LEFT JOIN sums ON sums.game = sizes.game AND sums.faction IS NOT DISTINCT FROM sizes.faction
    GROUP BY sizes.game, sizes.faction
)
SELECT game, faction, games, offers, accepted, declined, void, accepted / nullif(offers, 0) AS share, offered, gained, paid,
    offered / games AS mean_offered, gained / games AS mean_gained, paid / games AS mean_paid
FROM counted
ORDER BY game, mean_gained DESC, faction

-- Careers: what players of a Path gain, do and lose in a game.
-- Grain: one row per game and Path, and before them one for all Paths together, where path is null.
-- Plot: bars of anomalies
-- Columns: games (seats that played to the end), then means per game: anomalies (that appeared) and removed, time_travel (steps),
--   recruited (Workers of the pool), found (Workers gained otherwise), lost (Workers that are gone), breakthroughs (gained), supply
--   and force (how often taken), first (Eras begun as First Player), pass_place (1: the first to pass), endgame_cards (won), morale
--   (the last step).
-- Caveat: Workers that Warp tiles bring and take are not among those found and lost.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH playing AS (
    SELECT game_id, seat, game, faction AS path FROM placed_seats
    WHERE NOT dropped AND ruleset = 'anachrony' AND verdict <> 'summary'
), counted AS (  -- each seat has one number of anomalies, and of the others those that are not 0
    SELECT game, path, count(*) FILTER (name = 'anomalies') AS games,
        coalesce(sum(number) FILTER (name = 'anomalies'), 0) AS anomalies,
        coalesce(sum(number) FILTER (name = 'removed'), 0) AS removed,
        coalesce(sum(number) FILTER (name = 'time_travel'), 0) AS time_travel,
        coalesce(sum(number) FILTER (name = 'recruited'), 0) AS recruited,
        coalesce(sum(number) FILTER (name = 'found'), 0) AS found,
        coalesce(sum(number) FILTER (name = 'lost'), 0) AS lost,
        coalesce(sum(number) FILTER (name = 'breakthroughs'), 0) AS breakthroughs,
        coalesce(sum(number) FILTER (name = 'supply'), 0) AS supply,
        coalesce(sum(number) FILTER (name = 'force'), 0) AS force,
        coalesce(sum(number) FILTER (name = 'first'), 0) AS first,
        coalesce(sum(number) FILTER (name = 'endgame_cards'), 0) AS endgame_cards,
        avg(value::DOUBLE) FILTER (name = 'pass_place') AS pass_place, avg(number) FILTER (name = 'morale') AS morale
    FROM selected_tallies JOIN playing USING (game_id, seat) WHERE kind = 'career'
    GROUP BY GROUPING SETS ((game, path), (game))
)
SELECT game, path, games, anomalies / games AS anomalies, removed / games AS removed, time_travel / games AS time_travel, recruited / games AS recruited,
    found / games AS found, lost / games AS lost, breakthroughs / games AS breakthroughs, supply / games AS supply,
    force / games AS force, first / games AS first, pass_place,
    endgame_cards / games AS endgame_cards, morale
FROM counted
ORDER BY game, path NULLS FIRST

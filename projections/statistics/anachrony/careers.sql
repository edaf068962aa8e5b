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
    SELECT game, players, selected_seats.* FROM selected_seats JOIN selected_games USING (game_id)
    WHERE NOT dropped AND game = 'anachrony' AND verdict <> 'summary'
), changes AS (
    SELECT game_id, seat, sum(delta) FILTER (figure = 'anomalies' AND delta > 0) AS anomalies,
        -sum(delta) FILTER (figure = 'anomalies' AND delta < 0) AS removed,
        sum(delta) FILTER (figure = 'time_travel_step') AS steps, sum(delta) FILTER (figure = 'morale_step') AS morale,
        sum(delta) FILTER (source = 'recruit' AND starts_with(figure, 'active_')) AS recruited,
        sum(delta) FILTER (figure = 'breakthroughs' AND delta > 0) AS breakthroughs,
        count(*) FILTER (figure = 'vp' AND source = 'endgame_conditions') AS cards
    FROM entries SEMI JOIN selected_games USING (game_id) GROUP BY game_id, seat
), workers AS (  -- Workers that enter a column are found unless they return or wake; those then missing are lost
    SELECT game_id, seat, sum(came) AS found, sum(came) - sum(net) AS lost FROM (
        SELECT game_id, seat, sum(delta) AS net, greatest(0, coalesce(sum(delta) FILTER (
            step <> 'returns' AND (delta > 0 OR starts_with(figure, 'tired_'))), 0)) AS came
        FROM entries SEMI JOIN selected_games USING (game_id)
        WHERE (starts_with(figure, 'active_') OR starts_with(figure, 'tired_'))
            AND source NOT IN ('start', 'recruit') AND NOT starts_with(source, 'warp_')
        GROUP BY game_id, seat, seq, source, split_part(figure, '_', 2)
    ) GROUP BY game_id, seat
), actions AS (
    SELECT game_id, actor AS seat, count(*) FILTER (body ->> '$.event.space' = 'supply') AS supply,
        count(*) FILTER (body ->> '$.event.space' = 'force_workers') AS force
    FROM records SEMI JOIN selected_games USING (game_id) WHERE kind IN ('place_worker', 'free_action') AND round IS NOT NULL
    GROUP BY game_id, actor
), powering AS (  -- the seat that last took the banner before an Era, else the first seat of the setup
    SELECT game_id, round AS era, min(seq) AS seq FROM records SEMI JOIN selected_games USING (game_id)
    WHERE kind = 'power_up' AND round IS NOT NULL GROUP BY game_id, round
), banner AS (
    SELECT game_id, seq, coalesce(actor, (body ->> '$.event.player')::INTEGER) AS seat FROM records SEMI JOIN selected_games USING (game_id)
    WHERE round IS NOT NULL AND (kind = 'first_player' OR (kind = 'place_worker' AND body ->> '$.event.space' = 'council_left'))
), firsts AS (
    SELECT game_id, seat, count(*) AS first FROM (
        SELECT powering.game_id, banner.seat FROM powering ASOF JOIN banner
            ON powering.game_id = banner.game_id AND powering.seq > banner.seq
    ) GROUP BY game_id, seat
), places AS (
    SELECT game_id, seat, avg(place) AS place FROM (
        SELECT game_id, actor AS seat, row_number() OVER (PARTITION BY game_id, round ORDER BY seq) AS place
        FROM records SEMI JOIN selected_games USING (game_id) WHERE kind = 'pass' AND round IS NOT NULL
    ) GROUP BY game_id, seat
)
SELECT game, faction AS path, count(*) AS games, avg(coalesce(anomalies, 0)) AS anomalies, avg(coalesce(removed, 0)) AS removed,
    avg(coalesce(steps, 0)) AS time_travel, avg(coalesce(recruited, 0)) AS recruited,
    avg(coalesce(found, 0)) AS found, avg(coalesce(lost, 0)) AS lost,
    avg(coalesce(breakthroughs, 0)) AS breakthroughs, avg(coalesce(supply, 0)) AS supply, avg(coalesce(force, 0)) AS force,
    avg(coalesce(first, 0)) AS first, avg(place) AS pass_place, avg(cards) AS endgame_cards, avg(morale) AS morale
FROM playing JOIN changes USING (game_id, seat) LEFT JOIN workers USING (game_id, seat) LEFT JOIN actions USING (game_id, seat)
    LEFT JOIN firsts USING (game_id, seat) LEFT JOIN places USING (game_id, seat)
GROUP BY GROUPING SETS ((game, faction), (game))
ORDER BY game, path NULLS FIRST

-- Tiles: how those fare who take a favor tile, a town tile, a bonus card, by the round in which they take it.
-- Grain: one row per game, kind, tile and round, and before them one for all rounds together, where round is null.
-- Plot: intervals of win_rate from low to high, beside expected, where round is none
-- Columns: kind (favor, town, bonus), tile, round (0: before the first), taken (how often), games (seats that took it and
--   played to the end; once a row, however often they took it), wins (a tie is shared), win_rate with its Wilson 95 %
--   interval low..high, expected (mean of 1 / players), mean_vp, mean_margin (VP less the mean of the table's seats that
--   were not dropped).
-- Caveat: a bonus card is taken at the end of one round for the next. Who founds towns is ahead
--   already: a rate does not tell what a tile is worth. Dropped seats do not count, nor do tiles that the source
--   of a log leaves open.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH placed AS (
    SELECT game, players, selected_seats.*
    FROM selected_seats JOIN selected_games USING (game_id) WHERE game = 'terra_mystica'
), assumed AS (  -- records with a fact that the source leaves open
    SELECT game_id, unnest(from_json(header, '{"assumed": [{"seq": "INTEGER"}]}').assumed).seq AS seq
    FROM selected_games WHERE contains(header, '"assumed"')
), takes AS (
    SELECT game_id, actor AS seat, round,
        CASE kind WHEN 'choose_favor_tile' THEN 'favor' WHEN 'choose_town_tile' THEN 'town' ELSE 'bonus' END AS kind,
        coalesce(json_extract_string(body, '$.event.tile'), json_extract_string(body, '$.event.bonus_card'),
            json_extract_string(body, '$.event.card')) AS tile
    FROM records SEMI JOIN selected_games USING (game_id) ANTI JOIN assumed USING (game_id, seq)
    WHERE round IS NOT NULL
        AND kind IN ('choose_favor_tile', 'choose_town_tile', 'choose_initial_bonus_card', 'pass')
    UNION ALL  -- the introductory game gives the first cards to factions
    SELECT game_id, seat, round, 'bonus', json_extract_string(body, '$.event.bonus_card')
    FROM records JOIN selected_seats USING (game_id)
    WHERE kind = 'intro_position' AND round IS NOT NULL AND faction = json_extract_string(body, '$.event.faction')
), takers AS (
    SELECT game_id, seat, kind, tile, round, count(*) AS times FROM takes WHERE tile IS NOT NULL
    GROUP BY GROUPING SETS ((game_id, seat, kind, tile, round), (game_id, seat, kind, tile))
)
SELECT game, kind, tile, round, count(*) AS games, sum(times)::BIGINT AS taken, sum(win_share) AS wins,
    avg(win_share) AS win_rate, wilson_low(sum(win_share), count(*)) AS low,
    wilson_high(sum(win_share), count(*)) AS high, avg(1 / players) AS expected, avg(vp) AS mean_vp,
    avg(margin) AS mean_margin
FROM placed JOIN takers USING (game_id, seat)
WHERE NOT dropped
GROUP BY game, kind, tile, round
ORDER BY game, kind, tile, round NULLS FIRST

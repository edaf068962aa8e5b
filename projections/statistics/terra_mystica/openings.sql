-- Openings: what a faction has built at the end of the first round and which tiles it has taken by then, and how it fares.
-- Grain: one row per game, faction, structures and tiles; a faction's most frequent opening first.
-- Plot: intervals of win_rate from low to high, beside expected
-- Columns: structures (dwellings/trading houses/temples/strongholds/sanctuaries at the end of round 1, the first dwellings
--   among them), tiles (favor and town tiles taken by then, by name; null if none), games (seats that played to the
--   end), wins (a tie is shared), win_rate with its Wilson 95 % interval low..high, expected (mean of 1 / players), mean_vp,
--   mean_margin (VP less the mean of the table's seats that were not dropped).
-- Caveat: dropped seats and introductory games, whose first dwellings are given, do not count. Many
--   openings are rare: --min-games leaves them out.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH placed AS (
    SELECT game, players, selected_seats.*
    FROM selected_seats JOIN selected_games USING (game_id)
    WHERE game = 'terra_mystica' AND json_extract_string(options, '$.faction_selection') IS DISTINCT FROM 'intro'
), assumed AS (  -- records with a fact that the source leaves open
    SELECT game_id, unnest(from_json(header, '{"assumed": [{"seq": "INTEGER"}]}').assumed).seq AS seq
    FROM selected_games WHERE contains(header, '"assumed"')
), steps AS (
    SELECT game_id, seq, actor AS seat, 1 AS number, json_extract_string(body, '$.event.tile') AS tile,
        CASE WHEN kind IN ('place_initial_dwelling', 'build_dwelling') THEN 'dwelling'
            WHEN kind = 'upgrade_structure' THEN json_extract_string(body, '$.event.to') END AS built
    FROM records SEMI JOIN selected_games USING (game_id) ANTI JOIN assumed USING (game_id, seq)
    WHERE round <= 1 AND kind IN ('place_initial_dwelling', 'build_dwelling', 'upgrade_structure', 'choose_favor_tile',
        'choose_town_tile')
    UNION ALL  -- the introductory game gives the first dwellings to factions
    SELECT game_id, seq, seat, json_array_length(body, '$.event.dwellings'), NULL, 'dwelling'
    FROM records JOIN selected_seats USING (game_id)
    WHERE kind = 'intro_position' AND round IS NOT NULL AND faction = json_extract_string(body, '$.event.faction')
), counted AS (
    SELECT game_id, seat, string_agg(tile, ', ' ORDER BY tile) AS tiles,
        sum(number) FILTER (built = 'dwelling') AS d, count(*) FILTER (built = 'trading_house') AS th,
        count(*) FILTER (built = 'temple') AS te, count(*) FILTER (built = 'stronghold') AS sh,
        count(*) FILTER (built = 'sanctuary') AS sa
    FROM steps GROUP BY game_id, seat
), openings AS (  -- what was built, less what became something better
    SELECT game_id, seat, tiles, concat_ws('/', coalesce(d, 0)::BIGINT - th, th - te - sh, te - sa, sh, sa) AS structures FROM counted
)
SELECT game, faction, structures, tiles, count(*) AS games, sum(win_share) AS wins, avg(win_share) AS win_rate,
    wilson_low(sum(win_share), count(*)) AS low, wilson_high(sum(win_share), count(*)) AS high,
    avg(1 / players) AS expected, avg(vp) AS mean_vp, avg(margin) AS mean_margin
FROM placed JOIN openings USING (game_id, seat)
WHERE NOT dropped
GROUP BY game, faction, structures, tiles
ORDER BY game, faction, games DESC, win_rate DESC, structures, tiles NULLS FIRST

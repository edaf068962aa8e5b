-- Options: the ones that games are played with.
-- Grain: one row per game, option and value; first the options that differ between the selected games.
-- Plot: bars of share
-- Columns: games, share (of all selected games), mean_players, mean_vp (of the seats that were not dropped), winning_vp.
-- Caveat: defaults are filled in where the game's rules know them; otherwise an option that a log does not state is
--   missing.
-- Filters arrive in the view selected_games (selected_tables holds all their seats); without any they hold all finished games in which nothing was found wrong.
WITH alike AS (  -- options are unpacked only once for all games that have the same ones
    SELECT game, options, count(*) AS games, sum(players) AS players, sum(mean_vp) AS vp,
        count(mean_vp) AS means, sum(best_vp) AS best, count(best_vp) AS bests
    FROM selected_games GROUP BY game, options
), stated AS (
    SELECT *, unnest(json_keys(options)) AS option FROM alike
), sizes AS (
    SELECT game, sum(games) AS total FROM alike GROUP BY game
)
SELECT game, option, json_extract_string(options, '$."' || option || '"') AS value, sum(games)::BIGINT AS games,
    sum(games) / any_value(total) AS share, sum(stated.players) / sum(games) AS mean_players,
    sum(vp) / nullif(sum(means), 0) AS mean_vp, sum(best) / nullif(sum(bests), 0) AS winning_vp
FROM stated JOIN sizes USING (game)
GROUP BY game, option, value
ORDER BY game, share = 1, option, games DESC, value

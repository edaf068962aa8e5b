-- Options: which ones games are played with.
-- Grain: one row per game, option and value; first the options that differ between the selected games.
-- Plot: bars of share
-- Columns: games, share (of all selected games), mean_players, mean_vp (of the seats that were not dropped), winning_vp.
-- Caveat: defaults are filled in where the game's rules know them; else an option that a log does not state is missing.
-- Filters arrive in the view selected_games (selected_tables holds all their seats); without any they hold all finished games in which nothing was found wrong.
WITH results AS (
    SELECT game_id, avg(vp) FILTER (NOT dropped) AS mean, max(vp) AS best FROM selected_tables GROUP BY game_id
), stated AS (
    SELECT game_id, unnest(json_keys(options)) AS option FROM selected_games
), sizes AS (
    SELECT game, count(*) AS total FROM selected_games GROUP BY game
)
SELECT game, option, json_extract_string(options, '$."' || option || '"') AS value, count(*) AS games,
    count(*) / any_value(total) AS share, avg(players) AS mean_players, avg(mean) AS mean_vp, avg(best) AS winning_vp
FROM stated JOIN selected_games USING (game_id) JOIN results USING (game_id) JOIN sizes USING (game)
GROUP BY game, option, value
ORDER BY game, share = 1, option, games DESC, value

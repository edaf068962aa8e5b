-- Options: which ones games are played with.
-- Grain: one row per game, option and value; first the options that differ between the selected games.
-- Plot: bars of share
-- Columns: games, share (of all selected games), mean_players, mean_vp (of the seats that were not dropped), winning_vp.
-- Caveat: defaults are filled in where the game's rules know them; else an option that a log does not state is missing.
-- Filters arrive in the view selected_games (selected_tables holds all their seats); without any they hold all finished games in which nothing was found wrong.
WITH results AS (
    SELECT game_id, avg(vp) FILTER (NOT dropped) AS mean, max(vp) AS best FROM selected_tables GROUP BY game_id
), alike AS (  -- the options of games are taken apart once for all that have the same
    SELECT game, options, count(*) AS games, sum(players) AS players, sum(mean) AS vp, count(mean) AS means,
        sum(best) AS best, count(best) AS bests
    FROM selected_games JOIN results USING (game_id) GROUP BY game, options
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

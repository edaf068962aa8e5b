-- Setup: which scoring tiles and bonus cards suit which faction.
-- Grain: one row per game, faction, kind of set-up and tile.
-- Plot: intervals of effect from effect_low to effect_high, beside 0
-- Columns: kind (scoring: the scoring tile of round 1; scoring_2 ... scoring_6: of the later rounds; card: a bonus card
--   that is in the game; bonus: the card the seat has in round 1; final: the final scoring tile), tile, games (seats of
--   the faction that played to the end with it), win_rate, expected (mean of 1 / contenders), mean_margin (VP minus the
--   mean of the table's seats that were not dropped) with its 95 % interval margin_low..margin_high, effect
--   (mean_margin minus that of the faction without the tile) with its 95 % interval effect_low..effect_high; intervals
--   by Student's t, from two games on. With --controlled also controlled: the same difference with players, factions,
--   start positions and all else that was dealt as controls, against the average faction, shrunken as far as the games
--   suggest, and controlled_low..controlled_high, intervals that all hold at once in 95 % of tables; null for `bonus`.
-- Caveat: of a hundred intervals for tiles without any effect, five do not contain 0. `bonus` is chosen, all else is
--   dealt. Nothing accounts for players or other tiles here, except in `controlled`. Games without records do not count,
--   nor do facts that the source of a log leaves open. --scoring, --bonus and --final select games with several of them
--   at once.
-- Filters arrive in the views selected_games and selected_seats; without any they hold all finished games in which nothing was found wrong.
WITH placed AS (
    SELECT * FROM placed_seats WHERE ruleset = 'terra_mystica' AND NOT dropped
), stated AS (
    SELECT game_id, seat, name AS fact, value FROM selected_tallies WHERE kind = 'setup'
    UNION ALL  -- a tile that was agreed upon stands in the options
    SELECT game_id, NULL, 'final', options ->> '$.fire_ice_final_scoring' FROM selected_games
    WHERE (options ->> '$.fire_ice_final_scoring') NOT IN ('none', 'random')
), given AS (
    SELECT placed.*, fact AS kind, value AS tile
    FROM placed JOIN stated ON stated.game_id = placed.game_id AND coalesce(stated.seat, placed.seat) = placed.seat
), with_tile AS (
    SELECT game, faction, kind, tile, count(*) AS games, avg(win_share) AS win_rate, avg(1 / contenders) AS expected,
        avg(margin) AS mean_margin, stddev_samp(margin) AS spread, sum(margin) AS total, sum(margin * margin) AS squares
    FROM given GROUP BY game, faction, kind, tile
), everyone AS (  -- the faction's seats for which that kind is known, each once: a game has several cards
    SELECT game, faction, kind, sum(games) AS n, sum(total) AS total, sum(squares) AS squares
    FROM with_tile WHERE kind <> 'card' GROUP BY game, faction, kind
    UNION ALL
    SELECT game, faction, 'card', count(*), sum(margin), sum(margin * margin)
    FROM placed SEMI JOIN (SELECT game_id FROM stated WHERE fact = 'card') USING (game_id) GROUP BY game, faction
), compared AS (
    SELECT with_tile.*, n - games AS others, (everyone.total - with_tile.total) / nullif(n - games, 0) AS rest,
        everyone.squares - with_tile.squares AS rest_squares
    FROM with_tile JOIN everyone USING (game, faction, kind)
), spreads AS (
    SELECT *, sqrt(spread * spread / games
        + greatest(rest_squares - others * rest * rest, 0) / nullif(others - 1, 0) / nullif(others, 0)) AS error
    FROM compared
)
SELECT game, faction, kind, tile, games, win_rate, expected, mean_margin,
    mean_margin - mean_spread(spread, games) AS margin_low, mean_margin + mean_spread(spread, games) AS margin_high,
    mean_margin - rest AS effect, mean_margin - rest - student(least(games, others)) * error AS effect_low,
    mean_margin - rest + student(least(games, others)) * error AS effect_high
FROM spreads
ORDER BY game, faction, kind, tile

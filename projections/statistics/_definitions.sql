-- The relations that statistics count over, and the interval of a rate; run it first, in any client.
-- selected_games and selected_seats: all finished games in which nothing was found wrong, and their seats; branches of games
--   are not among them. Filters replace them with other views of these names. If they select seats, selected_seats holds only these.
-- selected_tables: all seats of the selected games, whether they count or not. In these and in
--   selected_seats, `margin` is VP minus the mean of the table's seats that were not dropped, `contenders` their number.
-- selected_tallies: `tallies`, to be joined to these.
-- placed_seats: selected_seats with frequently used columns of their games: game, players, played_at, verdict; `ruleset` is also the game,
--   even where parts of a split take the place of games.
-- selected_opponents: each of selected_seats, with game and players, and each other seat at its table that was not
--   dropped: opponent_seat, opponent (the player), against (the faction), opponent_vp, opponent_rank.
-- mean_spread(spread, n): how far the 95 % interval of a mean of n values goes to either side, `spread` being their
--   standard deviation; student(n): the same in standard errors, by Student's t with n - 1 degrees of freedom (to 0.3
--   %); null for fewer than two values.
-- start_points(game_id, seat, points): the victory points with which a seat began, by the rules or by its bid; no row where
--   it began with none, nor in a game known only by its result.
-- tags(game_id, tag, value), aliases(alias, player), dates(game_id, played_at): the facts that count, which are the
--   last ones stated. A chain of aliases ends with its last player.
-- dated_games: `games`, with the date from the facts, else from the log (empty without either).
-- named_seats: `seats`, with players under their own names instead of their aliases.
-- wilson_low(wins, n), wilson_high(wins, n): the ends of Wilson's 95 % interval of a rate.
CREATE OR REPLACE TEMP MACRO wilson_spread(wins, n) AS
    1.96 * sqrt(greatest(wins / n * (1 - wins / n), 0) / n + 0.9604 / (n * n)) / (1 + 3.8416 / n);
CREATE OR REPLACE TEMP MACRO wilson_low(wins, n) AS
    (wins / n + 1.9208 / n) / (1 + 3.8416 / n) - wilson_spread(wins, n);
CREATE OR REPLACE TEMP MACRO wilson_high(wins, n) AS
    (wins / n + 1.9208 / n) / (1 + 3.8416 / n) + wilson_spread(wins, n);
CREATE OR REPLACE TEMP MACRO student(n) AS
    CASE WHEN n = 2 THEN 12.706205 WHEN n = 3 THEN 4.302653 WHEN n = 4 THEN 3.182446
    WHEN n > 4 THEN 1.959964 + (2.372271 + (2.822519 + 2.555870 / (n - 1)) / (n - 1)) / (n - 1) END;
CREATE OR REPLACE TEMP MACRO mean_spread(spread, n) AS student(n) * spread / sqrt(n);
CREATE OR REPLACE TEMP VIEW tags AS
    SELECT game_id, tag, value FROM (
        SELECT game_id, name AS tag, arg_max(value, number) AS value
        FROM facts WHERE kind = 'tag' GROUP BY game_id, name
    ) WHERE value <> '';
CREATE OR REPLACE TEMP VIEW aliases AS
    WITH RECURSIVE stated AS (
        SELECT alias, player FROM (
            SELECT name AS alias, arg_max(value, number) AS player FROM facts WHERE kind = 'alias' GROUP BY name
        ) WHERE player <> alias
    ), steps AS (
        SELECT alias, player FROM stated
        UNION SELECT steps.alias, stated.player FROM steps JOIN stated ON stated.alias = steps.player
    )
    SELECT alias, player FROM steps ANTI JOIN stated ON stated.alias = steps.player;
CREATE OR REPLACE TEMP VIEW dates AS
    SELECT game_id, arg_max(value, number) AS played_at FROM facts WHERE kind = 'played_at' GROUP BY game_id;
CREATE OR REPLACE TEMP VIEW dated_games AS
    SELECT games.* REPLACE (coalesce(dates.played_at, games.played_at) AS played_at)
    FROM games LEFT JOIN dates USING (game_id);
CREATE OR REPLACE TEMP VIEW named_seats AS
    SELECT seats.* REPLACE (coalesce(aliases.player, seats.player) AS player)
    FROM seats LEFT JOIN aliases ON aliases.alias = seats.player;
CREATE OR REPLACE TEMP VIEW selected_games AS
    SELECT * FROM dated_games WHERE finished AND branch_of IS NULL AND verdict IN ('valid', 'summary');
CREATE OR REPLACE TEMP VIEW selected_tables AS
    SELECT named_seats.*, vp - mean_vp AS margin, players - dropped_seats AS contenders FROM named_seats JOIN selected_games USING (game_id);
CREATE OR REPLACE TEMP VIEW selected_seats AS SELECT * FROM selected_tables;
CREATE OR REPLACE TEMP VIEW selected_tallies AS SELECT * FROM tallies;
CREATE OR REPLACE TEMP VIEW placed_seats AS
    SELECT selected_seats.*, game, game AS ruleset, players, played_at, verdict FROM selected_seats JOIN selected_games USING (game_id);
CREATE OR REPLACE TEMP VIEW selected_opponents AS
    SELECT own.* EXCLUDE (ruleset, played_at, verdict), other.seat AS opponent_seat, other.player AS opponent, other.faction AS against,
        other.vp AS opponent_vp, other.rank AS opponent_rank
    FROM placed_seats AS own JOIN selected_tables AS other
        ON other.game_id = own.game_id AND other.seat <> own.seat AND NOT other.dropped;
CREATE OR REPLACE TEMP VIEW start_points AS
    SELECT game_id, seat, sum(number)::INTEGER AS points FROM tallies WHERE kind = 'vp' AND name = 'start' GROUP BY game_id, seat;

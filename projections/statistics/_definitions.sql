-- What statistics count over, and the interval of a rate; run first, in any client.
-- selected_games and selected_seats: all finished games in which nothing was found wrong, and their seats; filters put
--   other views of these names in their place.
-- tags(game_id, tag, value), aliases(alias, player), dates(game_id, played_at): the facts that count, those told last. A chain
--   of aliases ends with its last player.
-- dated_games: `games`, with the date that was told in the place of what the log states (empty where neither does).
-- named_seats: `seats`, with players by their own names in the place of their aliases.
-- wilson_low(wins, n), wilson_high(wins, n): the ends of the 95 % interval of a rate by Wilson.
CREATE OR REPLACE TEMP MACRO wilson_spread(wins, n) AS
    1.96 * sqrt(greatest(wins / n * (1 - wins / n), 0) / n + 0.9604 / (n * n)) / (1 + 3.8416 / n);
CREATE OR REPLACE TEMP MACRO wilson_low(wins, n) AS
    (wins / n + 1.9208 / n) / (1 + 3.8416 / n) - wilson_spread(wins, n);
CREATE OR REPLACE TEMP MACRO wilson_high(wins, n) AS
    (wins / n + 1.9208 / n) / (1 + 3.8416 / n) + wilson_spread(wins, n);
CREATE OR REPLACE TEMP VIEW tags AS
    SELECT game_id, tag, value FROM (
        SELECT game_id, name AS tag, arg_max(value, number) AS value
        FROM facts WHERE kind = 'tag' GROUP BY game_id, name
    ) WHERE value <> '';
CREATE OR REPLACE TEMP VIEW aliases AS
    WITH RECURSIVE told AS (
        SELECT alias, player FROM (
            SELECT name AS alias, arg_max(value, number) AS player FROM facts WHERE kind = 'alias' GROUP BY name
        ) WHERE player <> alias
    ), steps AS (
        SELECT alias, player FROM told
        UNION SELECT steps.alias, told.player FROM steps JOIN told ON told.alias = steps.player
    )
    SELECT alias, player FROM steps ANTI JOIN told ON told.alias = steps.player;
CREATE OR REPLACE TEMP VIEW dates AS
    SELECT game_id, arg_max(value, number) AS played_at FROM facts WHERE kind = 'played_at' GROUP BY game_id;
CREATE OR REPLACE TEMP VIEW dated_games AS
    SELECT games.* REPLACE (coalesce(dates.played_at, games.played_at) AS played_at)
    FROM games LEFT JOIN dates USING (game_id);
CREATE OR REPLACE TEMP VIEW named_seats AS
    SELECT seats.* REPLACE (coalesce(aliases.player, seats.player) AS player)
    FROM seats LEFT JOIN aliases ON aliases.alias = seats.player;
CREATE OR REPLACE TEMP VIEW selected_games AS
    SELECT * FROM dated_games WHERE finished AND verdict IN ('valid', 'summary');
CREATE OR REPLACE TEMP VIEW selected_seats AS SELECT * FROM named_seats SEMI JOIN selected_games USING (game_id);

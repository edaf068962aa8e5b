-- What statistics count over, and the interval of a rate; run first, in any client.
-- selected_games and selected_seats: all finished games in which nothing was found wrong, and their seats; filters put other
--   views of these names in their place.
-- wilson_low(wins, n), wilson_high(wins, n): the ends of the 95 % interval of a rate by Wilson.
CREATE OR REPLACE TEMP MACRO wilson_spread(wins, n) AS
    1.96 * sqrt(greatest(wins / n * (1 - wins / n), 0) / n + 0.9604 / (n * n)) / (1 + 3.8416 / n);
CREATE OR REPLACE TEMP MACRO wilson_low(wins, n) AS
    (wins / n + 1.9208 / n) / (1 + 3.8416 / n) - wilson_spread(wins, n);
CREATE OR REPLACE TEMP MACRO wilson_high(wins, n) AS
    (wins / n + 1.9208 / n) / (1 + 3.8416 / n) + wilson_spread(wins, n);
CREATE OR REPLACE TEMP VIEW selected_games AS SELECT * FROM games WHERE finished AND verdict IN ('valid', 'summary');
CREATE OR REPLACE TEMP VIEW selected_seats AS SELECT * FROM seats SEMI JOIN selected_games USING (game_id);

-- The set-up of games of Terra Mystica, as filters, --by and `setup` ask for it; run with the definitions of all games.
-- terra_mystica_setup: one row per game_id, fact and value; where `seat` is not null, per seat.
--   scoring: the scoring tile of round 1; scoring_2 ... scoring_6: those of the later rounds. card: a bonus card that is in the
--   game. bonus: the bonus card with which a seat begins round 1. final: the final scoring tile of Fire & Ice.
-- What the source of a log leaves open has no row, nor has a game known by its result only.
CREATE OR REPLACE TEMP VIEW terra_mystica_setup AS
SELECT game_id, seat, name AS fact, value FROM tallies WHERE kind = 'setup'
UNION ALL  -- a tile that was agreed upon stands in the options
SELECT game_id, NULL, 'final', options ->> '$.fire_ice_final_scoring' FROM games
WHERE game = 'terra_mystica' AND (options ->> '$.fire_ice_final_scoring') NOT IN ('none', 'random');

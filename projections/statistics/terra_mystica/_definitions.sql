-- Fact scoring, of games: scoring tile of round 1. Option --scoring TILE: Only games with this scoring tile in round 1 (Terra Mystica).
-- Fact final, of games: final scoring tile. Option --final TILE: Only games with this final scoring tile (Terra Mystica).
-- Fact bonus, of seats: bonus card of round 1. Option --bonus CARD: Only seats with this bonus card in round 1 (Terra Mystica).
-- terra_mystica_facts: the set-up of games of Terra Mystica, one row per game_id, fact and value; per seat if `seat` is not null.
--   scoring: the scoring tile of round 1; scoring_2 ... scoring_6: those of the later rounds. card: a bonus card that is in the
--   game. bonus: the bonus card with which a seat begins round 1. final: the final scoring tile of Fire & Ice.
-- There is no row for a fact that the source of a log leaves open, nor for a game known only by its result.
CREATE OR REPLACE TEMP VIEW terra_mystica_facts AS
SELECT game_id, seat, name AS fact, value FROM tallies WHERE kind = 'setup'
UNION ALL  -- a tile that was agreed upon stands in the options
SELECT game_id, NULL, 'final', options ->> '$.fire_ice_final_scoring' FROM games
WHERE game = 'terra_mystica' AND (options ->> '$.fire_ice_final_scoring') NOT IN ('none', 'random');

-- The set-up of games of Terra Mystica, as filters, --by and `setup` ask for it; run with the definitions of all games.
-- terra_mystica_setup: one row per game_id, fact and value; where `seat` is not null, per seat.
--   scoring: the scoring tile of round 1; scoring_2 ... scoring_6: those of the later rounds. card: a bonus card that is in the
--   game. bonus: the bonus card with which a seat begins round 1. final: the final scoring tile of Fire & Ice.
-- What the source of a log leaves open has no row, nor has a game known by its result only.
CREATE OR REPLACE TEMP VIEW terra_mystica_setup AS
WITH assumed AS (  -- records with a fact that the source leaves open
    SELECT game_id, unnest(from_json(header, '{"assumed": [{"seq": "INTEGER"}]}').assumed).seq AS seq
    FROM games WHERE contains(header, '"assumed"')
), dealt AS (
    SELECT game_id, actor, kind, body FROM records ANTI JOIN assumed USING (game_id, seq)
    WHERE round IS NOT NULL
        AND kind IN ('draw_scoring_tiles', 'draw_bonus_cards', 'draw_final_scoring', 'choose_initial_bonus_card', 'intro_position')
), scoring AS (
    SELECT game_id, unnest(range(1, 7)) AS place, unnest(CAST(body -> '$.event.tiles' AS VARCHAR[])) AS tile
    FROM dealt WHERE kind = 'draw_scoring_tiles'
)
SELECT game_id, NULL::INTEGER AS seat, CASE WHEN place = 1 THEN 'scoring' ELSE 'scoring_' || place END AS fact, tile AS value
FROM scoring
UNION ALL
SELECT game_id, NULL, 'card', unnest(CAST(body -> '$.event.cards' AS VARCHAR[])) FROM dealt WHERE kind = 'draw_bonus_cards'
UNION ALL
SELECT game_id, NULL, 'final', body ->> '$.event.tile' FROM dealt WHERE kind = 'draw_final_scoring'
UNION ALL  -- a tile that was agreed upon stands in the options
SELECT game_id, NULL, 'final', options ->> '$.fire_ice_final_scoring' FROM games
WHERE game = 'terra_mystica' AND (options ->> '$.fire_ice_final_scoring') NOT IN ('none', 'random')
UNION ALL
SELECT game_id, actor, 'bonus', body ->> '$.event.card' FROM dealt WHERE kind = 'choose_initial_bonus_card'
UNION ALL  -- the introductory game gives the first cards to factions
SELECT game_id, seats.seat, 'bonus', body ->> '$.event.bonus_card'
FROM dealt JOIN seats USING (game_id) WHERE kind = 'intro_position' AND faction = body ->> '$.event.faction';

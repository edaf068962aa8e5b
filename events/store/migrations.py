"""The migrations that create the tables of a store in DuckDB, and the view and results that SQL computes."""

from events.store.bodies import BODY, CUT

_VERSION_1 = """
CREATE TABLE games (
    game_id VARCHAR PRIMARY KEY, game VARCHAR NOT NULL, ruleset_version VARCHAR NOT NULL, options JSON NOT NULL,
    notation VARCHAR NOT NULL, source VARCHAR NOT NULL, source_digest VARCHAR NOT NULL, verdict VARCHAR NOT NULL,
    players INTEGER NOT NULL, records INTEGER NOT NULL, rounds INTEGER NOT NULL, finished BOOLEAN NOT NULL,
    end_reason VARCHAR NOT NULL, catalogue JSON, head VARCHAR NOT NULL, played_at VARCHAR NOT NULL,
    imported_at TIMESTAMP NOT NULL, header VARCHAR NOT NULL, identity VARCHAR NOT NULL, opening VARCHAR NOT NULL,
    checked BIGINT NOT NULL);
CREATE TABLE seats (
    game_id VARCHAR NOT NULL, seat INTEGER NOT NULL, player VARCHAR NOT NULL, faction VARCHAR, start_position INTEGER,
    vp INTEGER, rank INTEGER, win_share DOUBLE, dropped BOOLEAN NOT NULL);
CREATE TABLE records (
    game_id VARCHAR NOT NULL, seq INTEGER NOT NULL, kind VARCHAR NOT NULL, actor INTEGER, turn INTEGER, round INTEGER,
    phase VARCHAR, body VARCHAR NOT NULL, source_line BIGINT NOT NULL, hash VARCHAR NOT NULL);
CREATE TABLE entries (
    game_id VARCHAR NOT NULL, seq INTEGER NOT NULL, seat INTEGER NOT NULL, figure VARCHAR NOT NULL,
    delta INTEGER NOT NULL, source VARCHAR NOT NULL, round INTEGER NOT NULL, step VARCHAR NOT NULL);
CREATE TABLE turns (
    game_id VARCHAR NOT NULL, turn INTEGER NOT NULL, round INTEGER NOT NULL, phase VARCHAR NOT NULL,
    seat INTEGER NOT NULL, seq INTEGER NOT NULL, figures MAP(VARCHAR, BIGINT) NOT NULL);
CREATE TABLE discrepancies (
    game_id VARCHAR NOT NULL, seq INTEGER NOT NULL, line BIGINT NOT NULL, seat INTEGER NOT NULL,
    figure VARCHAR NOT NULL, recorded BIGINT NOT NULL, computed BIGINT NOT NULL);
CREATE TABLE violations (
    game_id VARCHAR NOT NULL, seq INTEGER NOT NULL, line BIGINT NOT NULL, clause VARCHAR NOT NULL,
    facts JSON NOT NULL);
CREATE TABLE sources (
    digest VARCHAR PRIMARY KEY, game_id VARCHAR NOT NULL, name VARCHAR NOT NULL, notation VARCHAR NOT NULL,
    verdict VARCHAR NOT NULL, imported_at TIMESTAMP NOT NULL);
CREATE TABLE checkpoints (
    projection VARCHAR NOT NULL, version INTEGER NOT NULL, game_id VARCHAR NOT NULL, head VARCHAR NOT NULL);
"""

_VERSION_2 = """
-- Older stores contain views and macros of the statistics, which now define their own over them.
"""

_VERSION_3 = """
CREATE TABLE facts (
    number BIGINT PRIMARY KEY, kind VARCHAR NOT NULL, game_id VARCHAR, name VARCHAR NOT NULL, value VARCHAR NOT NULL,
    file VARCHAR NOT NULL, line BIGINT NOT NULL, digest VARCHAR NOT NULL, told_at TIMESTAMP NOT NULL,
    hash VARCHAR NOT NULL);
CREATE TABLE acts (
    number BIGINT PRIMARY KEY, act VARCHAR NOT NULL, game_id VARCHAR NOT NULL, game VARCHAR NOT NULL,
    identity VARCHAR NOT NULL, opening VARCHAR NOT NULL, head VARCHAR NOT NULL, verdict VARCHAR NOT NULL,
    records INTEGER NOT NULL, facts BIGINT NOT NULL, digests VARCHAR[] NOT NULL, acted_at TIMESTAMP NOT NULL,
    hash VARCHAR NOT NULL);
"""

_VERSION_4 = """
-- Compact forms for what takes most space and time: bodies as Zstandard, the beginnings of hashes (the last one of a
-- game is its head), figures as lists. `hash` and the map `figures` are computed on demand.
CREATE TABLE records_4 (
    game_id VARCHAR NOT NULL, seq INTEGER NOT NULL, kind VARCHAR NOT NULL, actor INTEGER, turn INTEGER, round INTEGER,
    phase VARCHAR, body VARCHAR NOT NULL USING COMPRESSION zstd, source_line BIGINT NOT NULL,
    mark UINTEGER NOT NULL, hash VARCHAR GENERATED ALWAYS AS (printf('%08x', mark)) VIRTUAL);
INSERT INTO records_4 SELECT * EXCLUDE hash, ('0x' || hash[:8])::UINTEGER FROM records;
DROP TABLE records;
ALTER TABLE records_4 RENAME TO records;
CREATE TABLE turn_ends (
    game_id VARCHAR NOT NULL, turn INTEGER NOT NULL, round INTEGER NOT NULL, phase VARCHAR NOT NULL,
    seq INTEGER NOT NULL, figure_names VARCHAR NOT NULL, figure_values BIGINT[][] NOT NULL);
INSERT INTO turn_ends
    SELECT game_id, turn, round, phase, seq, array_to_string(map_keys(figures), ','),
        list(map_values(figures) ORDER BY seat) FROM turns GROUP BY ALL ORDER BY game_id, turn, seq;
DROP TABLE turns;
CREATE VIEW turns AS
    SELECT *, map(string_split(figure_names, ','), figure_values) AS figures
    FROM (SELECT game_id, turn, round, phase, unnest(range(len(figure_values)))::INTEGER AS seat, seq, figure_names,
        unnest(figure_values) AS figure_values FROM turn_ends);
"""

_VERSION_5 = """
CREATE TABLE tallies (
    game_id VARCHAR NOT NULL, seat INTEGER, kind VARCHAR NOT NULL, name VARCHAR NOT NULL, value VARCHAR, round INTEGER,
    number BIGINT);
"""

_VERSION_6 = """
-- The figures at the end of turns as compressed text: half the space of lists, and half the time to store.
CREATE TABLE turn_ends_6 (
    game_id VARCHAR NOT NULL, turn INTEGER NOT NULL, round INTEGER NOT NULL, phase VARCHAR NOT NULL,
    seq INTEGER NOT NULL, figure_names VARCHAR NOT NULL,
    figure_values VARCHAR NOT NULL USING COMPRESSION zstd);
INSERT INTO turn_ends_6
    SELECT * REPLACE (to_json(figure_values)::VARCHAR AS figure_values) FROM turn_ends;
DROP VIEW turns;
DROP TABLE turn_ends;
ALTER TABLE turn_ends_6 RENAME TO turn_ends;
CREATE VIEW turns AS
    SELECT *, map(string_split(figure_names, ','), figure_values) AS figures
    FROM (SELECT game_id, turn, round, phase, unnest(range(len(by_seat)))::INTEGER AS seat, seq, figure_names,
        unnest(by_seat) AS figure_values
        FROM (SELECT *, from_json(figure_values, '[["BIGINT"]]') AS by_seat FROM turn_ends));
"""

TURNS = """SELECT *, map(string_split(figure_names, ','), figure_values) AS figures
    FROM (SELECT game_id, turn, round, phase, unnest(range(len(by_seat)))::INTEGER AS seat, seq, figure_names,
        unnest(by_seat) AS figure_values
        FROM (SELECT *, from_json(figure_values, '[["BIGINT"]]') AS by_seat FROM turn_ends))"""
"""The view `turns`, as each connection defines it for itself: one in the file would use functions that the file has."""

RESULTS = """
UPDATE games SET mean_vp = mean, best_vp = best, lead = two[1] - two[2], winners = first, dropped_seats = dropped FROM (
    SELECT game_id, avg(vp) FILTER (NOT dropped) AS mean, max(vp) AS best, max(vp, 2) FILTER (NOT dropped) AS two,
        count(*) FILTER (rank = 1) AS first, count(*) FILTER (dropped) AS dropped
    FROM seats GROUP BY game_id
) AS results WHERE results.game_id = games.game_id;
"""
"""SQL that computes the results of all stored games from their seats."""

_VERSION_7 = f"""
-- The row of a game also has its result, so statistics need not aggregate the seats of every table.
ALTER TABLE games ADD COLUMN mean_vp DOUBLE;
ALTER TABLE games ADD COLUMN best_vp INTEGER;
ALTER TABLE games ADD COLUMN lead INTEGER;
ALTER TABLE games ADD COLUMN winners INTEGER DEFAULT 0;
ALTER TABLE games ADD COLUMN dropped_seats INTEGER DEFAULT 0;
{RESULTS}"""

_VERSION_8 = """
-- A branch names the game that it left; the games of older stores were all played.
ALTER TABLE games ADD COLUMN branch_of VARCHAR;
ALTER TABLE games ADD COLUMN branch_seq INTEGER;
"""

_VERSION_9 = """
-- What the store took in, in order, and its root before and after each change (events/store/tree.py).
CREATE TABLE leaves (number BIGINT NOT NULL, content VARCHAR NOT NULL);
CREATE TABLE roots (
    number BIGINT NOT NULL, change VARCHAR NOT NULL, changed_at TIMESTAMP NOT NULL, before VARCHAR NOT NULL,
    after VARCHAR NOT NULL, peaks VARCHAR);
"""

_VERSION_10 = f"""
-- A record's event and the figures printed after it by themselves, which takes two thirds of the space of its body.
CREATE TABLE records_10 (
    game_id VARCHAR NOT NULL, seq INTEGER NOT NULL, kind VARCHAR NOT NULL, actor INTEGER, turn INTEGER, round INTEGER,
    phase VARCHAR, event VARCHAR NOT NULL, observed VARCHAR USING COMPRESSION zstd,
    spelled VARCHAR, source_line BIGINT NOT NULL, mark UINTEGER NOT NULL,
    hash VARCHAR GENERATED ALWAYS AS (printf('%08x', mark)) VIRTUAL,
    body VARCHAR GENERATED ALWAYS AS ({BODY}) VIRTUAL);
INSERT INTO records_10 BY NAME
    SELECT * EXCLUDE (body) REPLACE (CASE WHEN body IS DISTINCT FROM {BODY} THEN body END AS spelled)
    FROM (SELECT * EXCLUDE (hash, cut), cut.event, nullif(cut.observed, '') AS observed, NULL::VARCHAR AS spelled
        FROM (SELECT *, {CUT} AS cut FROM records));
DROP TABLE records;
ALTER TABLE records_10 RENAME TO records;
"""

MIGRATIONS: list[str] = [
    _VERSION_1,
    _VERSION_2,
    _VERSION_3,
    _VERSION_4,
    _VERSION_5,
    _VERSION_6,
    _VERSION_7,
    _VERSION_8,
    _VERSION_9,
    _VERSION_10,
]
"""The k-th script migrates a store from version k-1 to k. Scripts are only appended, never changed."""

-- Tidemark in five statements: a week of earthquakes, day by day.
--
-- bin/tidemark demo runs this file on a server of its own. The data is the public-domain feed of the United States
-- Geological Survey from 31 January to 7 February 2018, in the order in which its entries were last updated, so that a
-- good part of it comes out of order, up to days late.

-- 1. A STREAM is a table that only grows. This one reads the lines of a file; with 'connector' = 'kafka' it would read a
--    topic. Its event time is when the earth shook, kept in the file as milliseconds. The WATERMARK says how late rows
--    may be: once a quake of the 5th has been read, nothing from before the 3rd is expected any more.
CREATE STREAM quakes (
  id STRING,
  "time" BIGINT,
  mag DOUBLE,
  place STRING,
  depth_km DOUBLE,
  net STRING,
  quake_time AS TO_TIMESTAMP("time", 3),
  WATERMARK FOR quake_time AS quake_time - INTERVAL '2' DAY
) WITH (
  'connector' = 'filesystem',
  'path' = 'conf/earthquakes-week.ndjson',
  'format' = 'json'
);

-- 2. A TABLE without a connector is kept by the server itself, on disk.
CREATE TABLE quakes_per_day (
  day_start TIMESTAMP(3) NOT NULL,
  quakes BIGINT,
  strongest DOUBLE,
  PRIMARY KEY (day_start)
);

-- 3. One row per network, always up to date, for dashboards: a MATERIALIZED VIEW.
CREATE MATERIALIZED VIEW strongest_per_network AS
SELECT net, COUNT(*) AS quakes, MAX(mag) AS strongest, MAX(quake_time) AS last_quake
FROM quakes
GROUP BY net;

-- 4. One row per day, written when the day is over: EMIT APPEND gives out a window only once the watermark has passed its
--    end, and then never changes it. ONCE takes what is there now and stops; it closes no window by itself, so the last
--    days stay open. Without ONCE the query would run on.
INSERT INTO quakes_per_day
SELECT window_start, COUNT(*), MAX(mag)
FROM TABLE(TUMBLE(TABLE quakes, DESCRIPTOR(quake_time), INTERVAL '1' DAY))
GROUP BY window_start, window_end
EMIT APPEND ONCE;

-- 5. FLUSH returns when everything there is now has gone through every query.
FLUSH;

WITH starts AS (
  SELECT auction, time_bucket(INTERVAL '2' SECOND, dateTime) - to_seconds(2 * i) AS ws
  FROM bid, range(5) AS slides(i)
),
counts AS (SELECT auction, ws, COUNT(*) AS num FROM starts GROUP BY auction, ws)
SELECT auction, num FROM counts AS c WHERE num = (SELECT MAX(num) FROM counts AS m WHERE m.ws = c.ws)

WITH gaps AS (
  SELECT bidder, dateTime,
         dateTime - LAG(dateTime) OVER (PARTITION BY bidder ORDER BY dateTime) >= INTERVAL '10' SECOND AS begins
  FROM bid
),
sessions AS (
  SELECT bidder, dateTime,
         SUM(CASE WHEN begins THEN 1 ELSE 0 END) OVER (PARTITION BY bidder ORDER BY dateTime) AS number
  FROM gaps
)
SELECT bidder, COUNT(*) AS bid_count, MIN(dateTime) AS starttime, MAX(dateTime) + INTERVAL '10' SECOND AS endtime
FROM sessions
GROUP BY bidder, number

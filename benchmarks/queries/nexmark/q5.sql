-- The auctions with the most bids in the last 10 seconds, every 2 seconds.
SELECT c.auction, c.num
FROM (
  SELECT auction, COUNT(*) AS num, window_start AS ws, window_end AS we
  FROM TABLE(HOP(TABLE bid, DESCRIPTOR(dateTime), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
  GROUP BY auction, window_start, window_end
) AS c
JOIN (
  SELECT MAX(num) AS maxn, ws, we
  FROM (
    SELECT COUNT(*) AS num, window_start AS ws, window_end AS we
    FROM TABLE(HOP(TABLE bid, DESCRIPTOR(dateTime), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
    GROUP BY auction, window_start, window_end
  ) AS d
  GROUP BY ws, we
) AS m
ON c.ws = m.ws AND c.we = m.we AND c.num >= m.maxn

-- Persons who joined and began an auction within the same 10 seconds.
SELECT p.id, p.name, p.ws
FROM (
  SELECT id, name, window_start AS ws, window_end AS we
  FROM TABLE(TUMBLE(TABLE person, DESCRIPTOR(dateTime), INTERVAL '10' SECOND))
  GROUP BY id, name, window_start, window_end
) AS p
JOIN (
  SELECT seller, window_start AS ws, window_end AS we
  FROM TABLE(TUMBLE(TABLE auction, DESCRIPTOR(dateTime), INTERVAL '10' SECOND))
  GROUP BY seller, window_start, window_end
) AS a
ON p.id = a.seller AND p.ws = a.ws AND p.we = a.we

-- The ten highest bids of each auction.
SELECT *
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC) AS rn
  FROM bid
) AS ranked
WHERE rn <= 10

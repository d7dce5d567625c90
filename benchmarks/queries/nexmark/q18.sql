-- A bidder's last bid for each auction.
SELECT auction, bidder, price, channel, url, dateTime, extra
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY bidder, auction ORDER BY dateTime DESC) AS rn
  FROM bid
) AS ranked
WHERE rn <= 1

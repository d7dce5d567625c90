SELECT b.auction, b.price, b.bidder, b.dateTime, b.extra
FROM bid AS b
JOIN (
  SELECT MAX(price) AS maxprice, time_bucket(INTERVAL '10' SECOND, dateTime) + INTERVAL '10' SECOND AS we
  FROM bid
  GROUP BY we
) AS m
ON b.price = m.maxprice
WHERE b.dateTime BETWEEN m.we - INTERVAL '10' SECOND AND m.we

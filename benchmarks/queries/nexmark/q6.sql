-- The average of a seller's last ten winning prices, each time one is won.
SELECT seller,
       AVG(final) OVER (PARTITION BY seller ORDER BY dateTime, id ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) AS avg_final
FROM (
  SELECT a.id, a.seller, b.price AS final, b.dateTime,
         ROW_NUMBER() OVER (PARTITION BY a.id ORDER BY b.price DESC, b.dateTime) AS rn
  FROM auction AS a
  JOIN bid AS b ON a.id = b.auction AND b.dateTime BETWEEN a.dateTime AND a.expires
) AS won
WHERE rn <= 1

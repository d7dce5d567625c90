-- The average of the winning prices, by category.
SELECT category, AVG(final) AS avg_final
FROM (
  SELECT a.id, a.category, MAX(b.price) AS final
  FROM auction AS a
  JOIN bid AS b ON a.id = b.auction AND b.dateTime BETWEEN a.dateTime AND a.expires
  GROUP BY a.id, a.category
) AS won
GROUP BY category

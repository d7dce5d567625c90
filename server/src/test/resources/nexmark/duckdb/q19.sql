SELECT auction, price, rn
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC) AS rn FROM bid) AS ranked
WHERE rn <= 10

-- Subqueries
-- ON of an outer join with a subquery that names columns of both sides
SELECT c.id FROM customers AS c LEFT JOIN keyless AS k ON c.id = k.id AND EXISTS (SELECT 1 FROM orders AS o WHERE o.id = c.id AND o.customer = k.name);
-- FULL JOIN in a subquery, if both of its sides depend on the query around it
SELECT c.id, (SELECT COUNT(*) FROM (SELECT * FROM orders WHERE n > c.id) AS a FULL JOIN (SELECT * FROM keyless WHERE id > c.id) AS b ON a.id = b.id) FROM customers AS c;
-- ASOF JOIN in a subquery, if one of its sides depends on the query around it
SELECT c.id FROM customers AS c WHERE EXISTS (SELECT 1 FROM (SELECT * FROM orders WHERE n > c.id) AS a ASOF JOIN orders AS b MATCH_CONDITION a.ts > b.ts ON a.id = b.id);
-- HAVING with several subqueries of which not the first, but a later one names columns of the query around it
SELECT id, COUNT(*) FROM keyless GROUP BY id HAVING COUNT(*) > (SELECT MIN(n) FROM orders) AND EXISTS (SELECT 1 FROM orders AS o WHERE o.id = keyless.id);
-- a subquery that makes a collection, or asks whether its rows are unique
SELECT ARRAY(SELECT id FROM orders);
SELECT MULTISET(SELECT id FROM orders);
SELECT id FROM customers AS c WHERE UNIQUE (SELECT n FROM orders AS o WHERE o.id = c.id);
-- WITH RECURSIVE
WITH RECURSIVE r (a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM r) SELECT * FROM r;
-- Tables
-- TABLESAMPLE
SELECT id FROM orders TABLESAMPLE BERNOULLI (10);
-- FOR SYSTEM_TIME AS OF: of a table, of a fixed or the current time, in FROM without a join, with more or less than the key in ON
SELECT o.id FROM orders AS o JOIN customers FOR SYSTEM_TIME AS OF o.ts AS c ON o.id = c.id;
SELECT o.id FROM orders AS o JOIN orders FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP AS c ON o.id = c.id;
SELECT * FROM orders FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00';
-- ASOF JOIN by the order of text
SELECT o.id FROM orders AS o ASOF JOIN keyless AS k MATCH_CONDITION o.customer >= k.name ON o.id = k.id;
-- PIVOT and UNPIVOT
SELECT * FROM keyless PIVOT (SUM(id) FOR name IN ('a', 'b'));
SELECT * FROM customers UNPIVOT (v FOR k IN (name, city));
-- UNNEST of several arrays
SELECT x FROM UNNEST(ARRAY[1, 2], ARRAY[3]) AS t (x, y);
-- Values
-- MAP, MULTISET and ROW
SELECT MAP['a', 1];
SELECT MULTISET[1, 2];
SELECT ROW(1, 2) FROM orders;
-- TIMESTAMPDIFF below the second
SELECT TIMESTAMPDIFF(MILLISECOND, TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2024-01-01 00:00:01.5');
-- Windows and time
-- Windows in an expression, or several in one GROUP BY
SELECT COUNT(*) FROM orders GROUP BY TUMBLE(ts, INTERVAL '1' DAY), TUMBLE(ts, INTERVAL '2' DAY);
-- the clock in a condition of a continuous query
SELECT STREAM id FROM orders WHERE ts > NOW();
-- Definitions and changes
-- WATERMARK on a table
CREATE TABLE late (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts);
-- columns of MAP, MULTISET and ROW
CREATE STREAM maps (a MAP<STRING, INT>);
CREATE STREAM sets (a INT MULTISET);
CREATE STREAM records (a ROW(x INT))

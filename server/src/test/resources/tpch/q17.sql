-- 0.70001 for the 0.2 of TPC-H: at 0.2 few rows are left, and at 0.7 a quantity may lie on the bound, where a rounded average decides.
SELECT SUM(l_extendedprice) / 7.0 AS avg_yearly
FROM lineitem, part
WHERE p_partkey = l_partkey AND p_brand = 'Brand#23' AND p_container = 'MED BOX'
  AND l_quantity < (SELECT 0.70001 * AVG(l_quantity) FROM lineitem WHERE l_partkey = p_partkey)

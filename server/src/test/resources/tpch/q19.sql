SELECT SUM(l_extendedprice * (1 - l_discount)) AS revenue
FROM lineitem, part
WHERE (p_partkey = l_partkey AND p_brand = 'Brand#12' AND p_container IN ('SM CASE', 'SM BOX')
       AND l_quantity >= 1 AND l_quantity <= 21 AND p_size BETWEEN 1 AND 5
       AND l_shipmode IN ('AIR', 'MAIL') AND l_shipinstruct = 'DELIVER IN PERSON')
   OR (p_partkey = l_partkey AND p_brand = 'Brand#23' AND p_container IN ('MED BOX', 'MED BAG')
       AND l_quantity >= 10 AND l_quantity <= 30 AND p_size BETWEEN 1 AND 10
       AND l_shipmode IN ('AIR', 'MAIL') AND l_shipinstruct = 'DELIVER IN PERSON')
   OR (p_partkey = l_partkey AND p_brand = 'Brand#34' AND p_container IN ('LG CASE', 'LG BOX')
       AND l_quantity >= 20 AND l_quantity <= 40 AND p_size BETWEEN 1 AND 12
       AND l_shipmode IN ('AIR', 'MAIL') AND l_shipinstruct = 'DELIVER IN PERSON')

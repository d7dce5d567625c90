SELECT DISTINCT p.id, p.name, time_bucket(INTERVAL '10' SECOND, p.dateTime) AS ws
FROM person AS p
JOIN auction AS a ON p.id = a.seller
 AND time_bucket(INTERVAL '10' SECOND, p.dateTime) = time_bucket(INTERVAL '10' SECOND, a.dateTime)

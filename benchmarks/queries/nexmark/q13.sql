-- Bids with the value that a table beside the streams has when they come.
SELECT b.auction, b.bidder, b.price, b.dateTime, s.val
FROM (SELECT *, MOD(auction, 10000) AS side FROM bid) AS b
JOIN side_input FOR SYSTEM_TIME AS OF PROCTIME() AS s ON b.side = s.id

-- Bids with a value from a table beside the streams.
SELECT b.auction, b.bidder, b.price, b.dateTime, s.val
FROM bid AS b
JOIN side_input AS s ON MOD(b.auction, 10000) = s.id

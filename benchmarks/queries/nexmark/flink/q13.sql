-- Bids with a value from a table beside the streams: Flink looks it up, where a join of streams would keep all bids.
SELECT b.auction, b.bidder, b.price, b.dateTime, s.val
FROM bid_arrivals AS b
JOIN side_input FOR SYSTEM_TIME AS OF b.p_time AS s ON MOD(b.auction, 10000) = s.id

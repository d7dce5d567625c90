-- Passes all bids on: what reading and writing cost.
SELECT auction, bidder, price, dateTime, extra
FROM bid

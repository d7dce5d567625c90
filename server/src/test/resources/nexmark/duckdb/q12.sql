SELECT bidder, COUNT(*) AS bid_count FROM bid GROUP BY bidder

WITH ids AS (
  SELECT auction, bidder, price, channel,
         CASE LOWER(channel)
           WHEN 'apple' THEN '0' WHEN 'google' THEN '1' WHEN 'facebook' THEN '2' WHEN 'baidu' THEN '3'
           ELSE NULLIF(regexp_extract(url, '(&|^)channel_id=([^&]*)', 2), '')
         END AS channel_id
  FROM bid
)
SELECT * FROM ids WHERE channel_id IS NOT NULL

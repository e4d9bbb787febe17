-- How many deliveries of a publisher wait, which says when its next one comes; and which have waited for too long.
create index publisher_webhook_deliveries_waiting on publisher_webhook_deliveries (webhook_id, next_attempt_at)
  where state = 'waiting';

-- The few nodes that are not active, found by a piece of their name and counted among the many that are.
create index nodes_by_text_inactive on nodes using gin ((normalized_id || ' ' || lower(name)) gin_trgm_ops)
where status <> 'active';

-- Many nodes may have the same rank, and lists by it put them in order by their installs.
create index node_orders_by_ranking_and_downloads on node_orders (ranking, downloads desc, node_id);

-- Versions that wait, or were refused, of a node and of a publisher's nodes.
create index node_versions_in_review on node_versions (node_id, status_since, id)
where status in ('flagged', 'banned', 'pending');

-- Nearly all versions have no reason, and need not stand in the index.
drop index node_versions_by_reason;
create index node_versions_by_reason on node_versions using gin (status_reason gin_trgm_ops) where status_reason <> '';

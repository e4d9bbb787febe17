-- What hot reads of a large registry go by.

-- Feeds: the newest releases, of all and of some.
create index node_versions_by_release on node_versions (first_active_at desc, id) where status = 'active';

-- When a node last changed for those who use it: the release of its latest version, else when it was made.
alter table node_search add column changed_at timestamptz not null default now();
update node_search s set changed_at = coalesce(v.first_active_at, n.created_at)
from nodes n left join node_versions v on v.id = n.latest_version_id where n.id = s.node_id;
create index node_search_by_change on node_search (changed_at desc, popularity desc, node_id);

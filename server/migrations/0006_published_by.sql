-- Who brought a version out. A node may change its publisher afterwards; what was published stays as it was.
alter table node_versions
  add column published_by_publisher text references publishers on delete set null,
  add column published_by_user text references users on delete set null;
create index node_versions_by_publishing_publisher on node_versions (published_by_publisher);
create index node_versions_by_publishing_user on node_versions (published_by_user);

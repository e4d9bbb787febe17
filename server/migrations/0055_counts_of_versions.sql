-- How many versions of each status there are, counted as nodes are: lists of all versions say it on each page. Without
-- those whose archive never came, which nobody is shown.

create function count_added_versions() returns trigger language plpgsql as $$
begin
  insert into row_counts
  select 'node_versions', status, count(*) from added
  where archive_digest is not null or status = 'deleted' group by status;
  return null;
end $$;
create trigger node_versions_counted_added after insert on node_versions
  referencing new table as added for each statement execute function count_added_versions();

create function count_removed_versions() returns trigger language plpgsql as $$
begin
  insert into row_counts
  select 'node_versions', status, -count(*) from removed
  where archive_digest is not null or status = 'deleted' group by status;
  return null;
end $$;
create trigger node_versions_counted_removed after delete on node_versions
  referencing old table as removed for each statement execute function count_removed_versions();

create function count_changed_version() returns trigger language plpgsql as $$
begin
  insert into row_counts
  select 'node_versions', status, change
  from (values (old.status, old.archive_digest, -1), (new.status, new.archive_digest, 1)) as changed (status, archive_digest, change)
  where archive_digest is not null or status = 'deleted';
  return null;
end $$;
create trigger node_versions_counted_anew after update on node_versions
  for each row when (old.status <> new.status or (old.archive_digest is null) <> (new.archive_digest is null))
  execute function count_changed_version();

create or replace function recount_rows() returns void language plpgsql as $$
begin
  lock table nodes, node_versions in share row exclusive mode;
  delete from row_counts;
  insert into row_counts select 'nodes', status, count(*) from nodes group by status;
  insert into row_counts select 'node_versions', status, count(*) from node_versions
  where archive_digest is not null or status = 'deleted' group by status;
end $$;
select recount_rows();

-- The few nodes whose versions are not shown to everybody.
create index nodes_not_active on nodes (id) where status <> 'active';

-- Versions of nodes that are not active stand in no public list. They are counted by themselves, so that the length of
-- that list is a difference of two sums.

create or replace function count_added_versions() returns trigger language plpgsql as $$
begin
  insert into row_counts
  select 'node_versions', status, count(*) from added
  where archive_digest is not null or status = 'deleted' group by status;
  insert into row_counts
  select 'hidden_versions', v.status, count(*) from added v join nodes n on n.id = v.node_id and n.status <> 'active'
  where v.archive_digest is not null or v.status = 'deleted' group by v.status;
  return null;
end $$;

create or replace function count_removed_versions() returns trigger language plpgsql as $$
begin
  insert into row_counts
  select 'node_versions', status, -count(*) from removed
  where archive_digest is not null or status = 'deleted' group by status;
  insert into row_counts
  select 'hidden_versions', v.status, -count(*) from removed v join nodes n on n.id = v.node_id and n.status <> 'active'
  where v.archive_digest is not null or v.status = 'deleted' group by v.status;
  return null;
end $$;

create or replace function count_changed_version() returns trigger language plpgsql as $$
begin
  insert into row_counts
  select counted, status, change
  from (values (old.status, old.archive_digest, -1), (new.status, new.archive_digest, 1)) as changed (status, archive_digest, change)
  cross join unnest(case when exists (select from nodes where id = new.node_id and nodes.status <> 'active')
    then array['node_versions', 'hidden_versions'] else array['node_versions'] end) as counted
  where archive_digest is not null or status = 'deleted';
  return null;
end $$;

create function count_versions_of_changed_node() returns trigger language plpgsql as $$
begin
  insert into row_counts
  select 'hidden_versions', status, case when new.status = 'active' then -count(*) else count(*) end
  from node_versions where node_id = new.id and (archive_digest is not null or status = 'deleted') group by status;
  return null;
end $$;
create trigger nodes_hide_versions after update of status on nodes
  for each row when ((old.status = 'active') <> (new.status = 'active')) execute function count_versions_of_changed_node();

create or replace function recount_rows() returns void language plpgsql as $$
begin
  lock table nodes, node_versions in share row exclusive mode;
  delete from row_counts;
  insert into row_counts select 'nodes', status, count(*) from nodes group by status;
  insert into row_counts
  select 'node_versions', status, count(*) from node_versions
  where archive_digest is not null or status = 'deleted' group by status;
  insert into row_counts
  select 'hidden_versions', v.status, count(*) from nodes n join node_versions v on v.node_id = n.id
  where n.status <> 'active' and (v.archive_digest is not null or v.status = 'deleted') group by v.status;
end $$;
select recount_rows();

drop index nodes_not_active;

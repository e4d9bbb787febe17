-- How many versions of each status there are, counted as nodes are: lists of all versions say it on each page. Without
-- those whose archive never came, which nobody is shown. Versions of nodes that are not active stand in no public list; they
-- are counted by themselves too, so that the length of that list is a difference of two sums.

-- What the sums of row_counts are to be, counted anew.
create view counted_rows as
  select 'nodes' as counted, status, count(*) as count from nodes group by status
  union all
  select 'node_versions', status, count(*) from node_versions
  where archive_digest is not null or status = 'deleted' group by status
  union all
  select 'hidden_versions', v.status, count(*) from nodes n join node_versions v on v.node_id = n.id
  where n.status <> 'active' and (v.archive_digest is not null or v.status = 'deleted') group by v.status;

create function count_versions() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into row_counts
  select 'node_versions', status, sign * count(*) from changed
  where archive_digest is not null or status = 'deleted' group by status;
  insert into row_counts
  select 'hidden_versions', v.status, sign * count(*) from changed v join nodes n on n.id = v.node_id and n.status <> 'active'
  where v.archive_digest is not null or v.status = 'deleted' group by v.status;
  return null;
end $$;
create trigger node_versions_counted_added after insert on node_versions
  referencing new table as changed for each statement execute function count_versions();
create trigger node_versions_counted_removed after delete on node_versions
  referencing old table as changed for each statement execute function count_versions();

create function count_changed_version() returns trigger language plpgsql as $$
begin
  insert into row_counts
  select counted, status, change
  from (values (old.status, old.archive_digest, -1), (new.status, new.archive_digest, 1)) as changed (status, archive_digest, change)
  cross join unnest(case when exists (select from nodes where id = new.node_id and nodes.status <> 'active')
    then array['node_versions', 'hidden_versions'] else array['node_versions'] end) as counted
  where archive_digest is not null or status = 'deleted';
  return null;
end $$;
create trigger node_versions_counted_anew after update on node_versions
  for each row when (old.status <> new.status or (old.archive_digest is null) <> (new.archive_digest is null))
  execute function count_changed_version();

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
  insert into row_counts select counted, status, count from counted_rows;
end $$;
select recount_rows();

-- How many nodes of each status a publisher has, kept as those of all are: some publishers have thousands, and each page of
-- their list says how many. Changes are only added, and summed up by a job; `is_sum` tells what it has summed up.
create table publisher_node_counts (
  publisher_id text not null,
  status text not null,
  change bigint not null,
  is_sum boolean not null default false
);
create index publisher_node_counts_by_publisher on publisher_node_counts (publisher_id, status);
create index publisher_node_counts_to_sum_up on publisher_node_counts (publisher_id) where not is_sum;

create function count_nodes_of_publisher() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into publisher_node_counts values (old.publisher_id, old.status, -1); end if;
  if tg_op <> 'DELETE' then insert into publisher_node_counts values (new.publisher_id, new.status, 1); end if;
  return null;
end $$;
create trigger nodes_of_publisher_counted after insert or delete on nodes
  for each row execute function count_nodes_of_publisher();
create trigger nodes_of_publisher_counted_anew after update of status, publisher_id on nodes
  for each row when ((old.status, old.publisher_id) is distinct from (new.status, new.publisher_id))
  execute function count_nodes_of_publisher();

create or replace function recount_rows() returns void language plpgsql as $$
begin
  lock table nodes, node_versions in share row exclusive mode;
  delete from row_counts;
  insert into row_counts select counted, status, count from counted_rows;
  delete from publisher_node_counts;
  insert into publisher_node_counts select publisher_id, status, count(*), true from nodes group by publisher_id, status;
end $$;
select recount_rows();

-- Totals of lists, and orders that no row of a search entry has, without going over a whole table.

-- How many rows of a table have a status: the sum of all changes. Changes are only added, so that no two transactions wait
-- for each other; a job sums them up.
create table row_counts (
  counted text not null,
  status text not null,
  change bigint not null
);

create function count_rows() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into row_counts values (tg_table_name, old.status, -1); end if;
  if tg_op <> 'DELETE' then insert into row_counts values (tg_table_name, new.status, 1); end if;
  return null;
end $$;

-- Waits for whoever writes, and has others wait, so that nothing is counted twice or not at all.
create function recount_rows() returns void language plpgsql as $$
begin
  lock table nodes in share row exclusive mode;
  delete from row_counts;
  insert into row_counts select 'nodes', status, count(*) from nodes group by status;
end $$;

create trigger nodes_counted after insert or delete on nodes for each row execute function count_rows();
create trigger nodes_counted_anew after update of status on nodes
  for each row when (old.status is distinct from new.status) execute function count_rows();
select recount_rows();

-- By what lists of everything are put in order. A job follows the nodes, since an index of their own would be written at each install.
create table node_orders (
  node_id text primary key references nodes (id) on delete cascade,
  downloads bigint not null,
  github_stars integer not null,
  -- Installs of the last week, less half of those of the week before; none where nobody installed it in either.
  risen bigint
);
create index node_orders_by_downloads on node_orders (downloads desc, node_id);
create index node_orders_by_stars on node_orders (github_stars desc, node_id);
create index node_orders_by_rise on node_orders (risen desc, node_id) where risen is not null;

create index nodes_by_name on nodes (lower(name), id) where status = 'active';

-- Filled here as the job does.
insert into node_orders (node_id, downloads, github_stars, risen)
select id, downloads, github_stars, (
    select sum(case when day > current_date - 7 then count else -count / 2 end) from node_downloads
    where node_id = nodes.id and day > current_date - 14)
from nodes where status = 'active';

-- Lists of nodes in every order that can be asked for, from either end, without going over all nodes. Behind each order stands
-- the id, upwards. Where many nodes have the same value (no installs, no stars, the middle rank), one index read backwards
-- would give their ids the wrong way round, so that they would have to be put in order each time.

-- Nodes of every status stand in the orders now, with their rank. Those that are not active have no rise.
alter table node_orders add column ranking smallint not null default 5;
insert into node_orders (node_id, downloads, github_stars)
select id, downloads, github_stars from nodes
on conflict do nothing;
update node_orders set ranking = nodes.search_ranking
from nodes where nodes.id = node_orders.node_id and nodes.search_ranking <> 5;

create index node_orders_by_fewest_downloads on node_orders (downloads, node_id);
create index node_orders_by_fewest_stars on node_orders (github_stars, node_id);
create index node_orders_by_ranking on node_orders (ranking, node_id);
create index node_orders_by_lowest_ranking on node_orders (ranking desc, node_id);

-- A node stands in the orders from the moment it is there; what changes later follows with its search entry and by a job.
create function order_new_nodes() returns trigger language plpgsql as $$
begin
  insert into node_orders (node_id, downloads, github_stars, ranking)
  select id, downloads, github_stars, coalesce(search_ranking, 5) from added
  on conflict do nothing;
  return null;
end $$;
create trigger nodes_ordered after insert on nodes
  referencing new table as added for each statement execute function order_new_nodes();

-- Names of nodes of every status.
create index nodes_by_any_name on nodes (lower(name), id);
drop index nodes_by_name;

-- The few nodes for which an admin has set something.
create index nodes_ranked on nodes (id) where search_ranking is not null;
create index nodes_with_preempted_names on nodes (id) where preempted_comfy_node_names <> '{}';
create index nodes_tagged_by_admins on nodes (id) where tags_admin <> '{}';

-- Which nodes claim which comfy-node names: those of their latest versions. A workflow names a comfy-node only, so
-- that two nodes with one name are in each other's way.
create table comfy_node_claims (
  name text not null check (length(name) between 1 and 500),
  node_id text not null references nodes on delete cascade,
  -- When the first version came out that has it, since when the claim has been held without a break.
  since timestamptz not null,
  primary key (name, node_id)
);
create index comfy_node_claims_by_node on comfy_node_claims (node_id);

create function refresh_comfy_node_claims(changed_nodes text[]) returns void language sql as $$
  delete from comfy_node_claims c
  where c.node_id = any (changed_nodes) and not exists (
    select from nodes n join comfy_nodes x on x.version_id = n.latest_version_id
    where n.id = c.node_id and x.name = c.name);
  insert into comfy_node_claims (name, node_id, since)
  select x.name, n.id, coalesce(v.first_active_at, v.created_at)
  from nodes n join node_versions v on v.id = n.latest_version_id join comfy_nodes x on x.version_id = v.id
  where n.id = any (changed_nodes)
  on conflict do nothing;
$$;

create function claim_names_of_latest_version() returns trigger language plpgsql as $$
begin
  perform refresh_comfy_node_claims(array[new.id]);
  return null;
end $$;
create trigger nodes_claim_names after insert or update of latest_version_id on nodes
  for each row execute function claim_names_of_latest_version();

create function claim_names_of_changed_versions() returns trigger language plpgsql as $$
begin
  perform refresh_comfy_node_claims(array(
    select n.id from nodes n where n.latest_version_id in (select distinct version_id from changed)));
  return null;
end $$;
create trigger comfy_nodes_claim_added after insert on comfy_nodes referencing new table as changed
  for each statement execute function claim_names_of_changed_versions();
create trigger comfy_nodes_claim_removed after delete on comfy_nodes referencing old table as changed
  for each statement execute function claim_names_of_changed_versions();
create trigger comfy_nodes_claim_renamed after update on comfy_nodes referencing new table as changed
  for each statement execute function claim_names_of_changed_versions();

select refresh_comfy_node_claims(array(select id from nodes where latest_version_id is not null));

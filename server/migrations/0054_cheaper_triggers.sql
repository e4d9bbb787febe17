-- The same rules with plans that a connection keeps: functions in plain SQL are planned anew at each call, which cost a
-- publish more than what they do.

create or replace function refresh_killed_by(changed uuid[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  update node_versions v set killed_by = k.advisory_id
  from (
    select c.id, (
      select min(a.id) from advisory_versions x join advisories a on a.id = x.advisory_id
      where x.version_id = c.id and a.refuses_installs and a.withdrawn_at is null) as advisory_id
    from unnest(changed) as c (id)
  ) as k where v.id = k.id and v.killed_by is distinct from k.advisory_id;
end $$;

create or replace function hit_version(changed uuid) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  was_hit boolean;
begin
  delete from advisory_versions where version_id = changed;
  was_hit := found;
  insert into advisory_versions (advisory_id, version_id)
  select a.id, v.id from node_versions v cross join advisories a
  where v.id = changed and advisory_hits(a, v);
  if was_hit or found then perform refresh_killed_by(array[changed]); end if;
end $$;

create or replace function refresh_comfy_node_claims(changed_nodes text[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  if cardinality(changed_nodes) = 0 then return; end if;
  delete from comfy_node_claims c
  where c.node_id = any (changed_nodes) and not exists (
    select from nodes n join comfy_nodes x on x.version_id = n.latest_version_id
    where n.id = c.node_id and x.name = c.name);
  insert into comfy_node_claims (name, node_id, since)
  select x.name, n.id, coalesce(v.first_active_at, v.created_at)
  from nodes n join node_versions v on v.id = n.latest_version_id join comfy_nodes x on x.version_id = v.id
  where n.id = any (changed_nodes)
  on conflict do nothing;
end $$;

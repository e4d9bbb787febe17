-- Most new nodes come from lists, without a version or a reading, and each cost the embedded database 4 ms in these triggers.

-- A kept plan that uses the indexes also while the tables are empty, instead of a plan for each node.
create or replace function keep_names_apart() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if exists (select from nodes n where name_key(n.normalized_id) = name_key(new.id)
      and n.publisher_id <> new.publisher_id)
    or exists (select from node_aliases a where a.key = name_key(new.id) and a.kind in ('former', 'merged')
      and a.node_id <> new.id) then
    return null;
  end if;
  return new;
end $$;

create or replace function set_facts_of_node() returns trigger language plpgsql as $$
begin
  if new.reading_id is null then
    new.facts_id := new.latest_version_id;
    return new;
  end if;
  new.facts_id := coalesce(new.latest_version_id, (
    select r.id from node_readings r where r.id = new.reading_id and r.verdict <> 'held'));
  return new;
end $$;

create or replace function claim_names_of_latest_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.facts_id is null then return null; end if;
  perform refresh_comfy_node_claims(array[new.id]);
  return null;
end $$;

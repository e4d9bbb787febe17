-- The key by which ids and aliases are compared: one hyphen for each run of hyphens, dots and underscores.
create function name_key(text) returns text language sql immutable parallel safe
  return regexp_replace(lower($1), '[-._]+', '-', 'g');
create index nodes_by_name_key on nodes (name_key(normalized_id));

-- Skips a new node whose id in another spelling belongs to another publisher, or leads to another node since a merge or a
-- change of its id, also if that node is deleted. The catalogue has ids that differ only in spelling, so no index can do this.
-- The code locks a name before it creates a node, so that two transactions cannot both pass. Plans are made for each call,
-- because kept ones are from when the tables were empty.
create function keep_names_apart() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  if exists (select from nodes n where name_key(n.normalized_id) = name_key(new.id)
      and n.publisher_id <> new.publisher_id)
    or exists (select from node_aliases a where a.key = name_key(new.id) and a.kind in ('former', 'merged')
      and a.node_id <> new.id) then
    return null;
  end if;
  return new;
end $$;
create trigger nodes_keep_names_apart before insert on nodes for each row execute function keep_names_apart();

-- Stars of a repository belong to those who have proven control of it.
update nodes set github_stars = 0, github_stars_at = null
where repository_proof is null and github_stars > 0
  and publisher_id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7';

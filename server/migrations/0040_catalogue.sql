-- The catalogue as files, and as ready-made entries of lists: what is kept of each node, and what has changed since.

create table catalogue_changes (
  id bigint generated always as identity primary key,
  node_id text not null,
  -- False where only a count has changed, which can wait.
  is_urgent boolean not null
);
comment on table catalogue_changes is 'Nodes whose entries may be out of date. Only ever added to, so that no writer waits for another one.';

create table catalogue_entries (
  node_id text collate "C" primary key,
  -- The place in lists.
  created_at timestamptz not null,
  -- The line of the catalogue. Null: the node is not listed any more.
  entry text,
  -- As it stands on pages of lists.
  listed text,
  entry_revision bigint not null,
  listed_revision bigint not null check (listed_revision >= entry_revision),
  removed_at timestamptz,
  check ((entry is null) = (listed is null)),
  check ((entry is null) = (removed_at is not null))
);
comment on column catalogue_entries.entry_revision is 'When the line last changed; see catalogue_revisions.';
create index catalogue_entries_by_entry_revision on catalogue_entries (entry_revision);
create index catalogue_entries_by_listed_revision on catalogue_entries (listed_revision);
create index catalogue_entries_in_order on catalogue_entries (created_at, node_id) where listed is not null;
create index catalogue_entries_removed on catalogue_entries (removed_at) where removed_at is not null;

create sequence catalogue_revisions;

create table catalogue_makings (
  is_only boolean primary key default true check (is_only),
  -- What besides nodes the entries were made from: when it differs, all are made anew.
  made_with text not null
);

create table catalogue_snapshots (
  sequence bigint primary key check (sequence > 0),
  revision bigint not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- The first line of the file.
  head text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  -- Of the keys that signed it.
  kids text[] not null,
  envelope jsonb not null,
  -- Digests of all files that it names. Empty once they are removed.
  files text[] not null,
  -- Of processors, to make it.
  cost_ms integer not null
);
create index catalogue_snapshots_by_age on catalogue_snapshots (issued_at);
create index catalogue_snapshots_with_files on catalogue_snapshots (sequence) where files <> '{}';

insert into catalogue_changes (node_id, is_urgent) select id, true from nodes;

create function tell_of_catalogue() returns void language sql as $$
  select pg_notify('nodeyard_catalogue', '')
$$;

create function note_catalogue_node() returns trigger language plpgsql as $$
declare
  -- What nobody is shown, or only as a number that can wait. A column that comes later counts until it is named here.
  quiet constant text[] := array['github_stars', 'github_stars_at', 'github_repository_id', 'indexed_at', 'translations',
    'tags_admin', 'search_ranking', 'repository_key'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - quiet = to_jsonb(old) - quiet then
    if new.github_stars is distinct from old.github_stars then
      insert into catalogue_changes (node_id, is_urgent) values (new.id, false);
    end if;
    return null;
  end if;
  insert into catalogue_changes (node_id, is_urgent) values (coalesce(new.id, old.id), true);
  perform tell_of_catalogue();
  return null;
end $$;
create trigger nodes_in_catalogue_made after insert or delete on nodes
  for each row execute function note_catalogue_node();
create trigger nodes_in_catalogue_changed after update on nodes
  for each row when (new.downloads is not distinct from old.downloads) execute function note_catalogue_node();

create function note_catalogue_count() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id, is_urgent) values (new.id, false);
  return null;
end $$;
create trigger nodes_in_catalogue_installed after update on nodes
  for each row when (new.downloads is distinct from old.downloads) execute function note_catalogue_count();

-- Only the latest version stands in the catalogue; that it became so is a change of the node.
create function note_catalogue_version() returns trigger language plpgsql as $$
begin
  if exists (select from nodes where id = new.node_id and latest_version_id = new.id) then
    insert into catalogue_changes (node_id, is_urgent) values (new.node_id, true);
    perform tell_of_catalogue();
  end if;
  return null;
end $$;
create trigger node_versions_in_catalogue after update on node_versions
  for each row execute function note_catalogue_version();

create function note_catalogue_publisher() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id, is_urgent) select id, true from nodes where publisher_id = new.id;
  if found then perform tell_of_catalogue(); end if;
  return null;
end $$;
create trigger publishers_in_catalogue after update on publishers
  for each row
  when (row (new.name, new.description, new.website, new.source_code_repo, new.logo_url, new.status, new.created_at)
    is distinct from
    row (old.name, old.description, old.website, old.source_code_repo, old.logo_url, old.status, old.created_at))
  execute function note_catalogue_publisher();

create function note_catalogue_names() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id, is_urgent)
  select distinct n.id, true from changed c join nodes n on n.latest_version_id = c.version_id;
  if found then perform tell_of_catalogue(); end if;
  return null;
end $$;
create trigger comfy_nodes_in_catalogue_added after insert on comfy_nodes
  referencing new table as changed for each statement execute function note_catalogue_names();
create trigger comfy_nodes_in_catalogue_removed after delete on comfy_nodes
  referencing old table as changed for each statement execute function note_catalogue_names();
create trigger comfy_nodes_in_catalogue_changed after update on comfy_nodes
  referencing new table as changed for each statement execute function note_catalogue_names();

create function note_catalogue_hints() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id, is_urgent) select distinct node_id, true from changed;
  if found then perform tell_of_catalogue(); end if;
  return null;
end $$;
create trigger comfy_node_hints_in_catalogue_added after insert on comfy_node_hints
  referencing new table as changed for each statement execute function note_catalogue_hints();
create trigger comfy_node_hints_in_catalogue_removed after delete on comfy_node_hints
  referencing old table as changed for each statement execute function note_catalogue_hints();

-- Nobody asks any more whether a change of the catalogue can wait: it is not written from now on, and goes with the next release. Programs
-- of the release before still write it.
alter table catalogue_changes alter column is_urgent set default true;
comment on column catalogue_changes.is_urgent is 'Read by nobody.';

create or replace function note_catalogue_node() returns trigger language plpgsql as $$
declare
  -- What nobody is shown, or only as a number that can wait. A column that comes later counts until it is named here.
  quiet constant text[] := array['github_stars', 'github_stars_at', 'github_repository_id', 'indexed_at', 'translations',
    'tags_admin', 'search_ranking', 'repository_key'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - quiet = to_jsonb(old) - quiet then
    if new.github_stars is distinct from old.github_stars then
      insert into catalogue_changes (node_id) values (new.id);
    end if;
    return null;
  end if;
  insert into catalogue_changes (node_id) values (coalesce(new.id, old.id));
  perform tell_of_catalogue();
  return null;
end $$;

create or replace function note_catalogue_count() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id) values (new.id);
  return null;
end $$;

create or replace function note_catalogue_version() returns trigger language plpgsql as $$
begin
  if exists (select from nodes where id = new.node_id and latest_version_id = new.id) then
    insert into catalogue_changes (node_id) values (new.node_id);
    perform tell_of_catalogue();
  end if;
  return null;
end $$;

create or replace function note_catalogue_publisher() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id) select id from nodes where publisher_id = new.id;
  if found then perform tell_of_catalogue(); end if;
  return null;
end $$;

create or replace function note_catalogue_names() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id)
  select distinct n.id from changed c join nodes n on n.latest_version_id = c.version_id;
  if found then perform tell_of_catalogue(); end if;
  return null;
end $$;

create or replace function note_catalogue_hints() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id) select distinct node_id from changed;
  if found then perform tell_of_catalogue(); end if;
  return null;
end $$;

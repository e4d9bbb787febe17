-- What is known to be wrong with versions, and which of them must not be installed.
create table advisories (
  id text primary key check (id ~ '^NYSA-[0-9]{4}-[0-9]{4,}$'),
  node_id text not null references nodes,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  title text not null check (length(title) between 1 and 255),
  details text not null check (length(details) <= 50000),
  remedy text not null check (length(remedy) <= 5000),
  aliases text[] not null,
  reference_urls text[] not null,
  -- What is hit: versions of the node by number or range, those that contain a file, and archives wherever they are.
  versions text[] not null,
  ranges jsonb not null check (jsonb_typeof(ranges) = 'array'),
  file_digests text[] not null,
  archive_digests text[] not null,
  refuses_installs boolean not null,
  revision integer not null check (revision > 0),
  published_at timestamptz not null,
  updated_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawal_reason text not null default '',
  check (cardinality(versions) + cardinality(file_digests) + cardinality(archive_digests) + jsonb_array_length(ranges) > 0),
  check ((withdrawn_at is null) = (withdrawal_reason = ''))
);
create index advisories_by_node on advisories (node_id);
create index advisories_by_age on advisories (published_at desc, id desc);

create table advisory_revisions (
  advisory_id text not null references advisories on delete cascade,
  revision integer not null check (revision > 0),
  at timestamptz not null,
  admin_id text references users on delete set null,
  content jsonb not null,
  primary key (advisory_id, revision)
);

create table advisory_versions (
  advisory_id text not null references advisories on delete cascade,
  version_id uuid not null references node_versions on delete cascade,
  primary key (advisory_id, version_id)
);
create index advisory_versions_by_version on advisory_versions (version_id);

alter table node_versions add column killed_by text references advisories;
comment on column node_versions.killed_by is 'The advisory for which it must not be installed. Kept by triggers.';
create index node_versions_killed on node_versions (killed_by) where killed_by is not null;

create function advisory_hits(a advisories, v node_versions) returns boolean language sql stable as $$
  select coalesce(v.archive_digest = any (a.archive_digests), false) or v.node_id = a.node_id and (
    v.version = any (a.versions)
    or exists (
      select from jsonb_array_elements(a.ranges) as r (bounds)
      where v.version_key >= string_to_array(bounds ->> 'introduced', '.')::integer[]
        and (bounds ->> 'fixed' is null or v.version_key < string_to_array(bounds ->> 'fixed', '.')::integer[])
        and (bounds ->> 'last_affected' is null
          or v.version_key <= string_to_array(bounds ->> 'last_affected', '.')::integer[]))
    -- As much of a digest as is kept of each file of a version.
    or exists (
      select from version_files f
      where f.version_id = v.id and f.digests && array(select left(d, 20) from unnest(a.file_digests) as d)))
$$;

create function refresh_killed_by(changed uuid[]) returns void language sql as $$
  update node_versions v set killed_by = k.advisory_id
  from (
    select c.id, (
      select min(a.id) from advisory_versions x join advisories a on a.id = x.advisory_id
      where x.version_id = c.id and a.refuses_installs and a.withdrawn_at is null) as advisory_id
    from unnest(changed) as c (id)
  ) as k where v.id = k.id and v.killed_by is distinct from k.advisory_id;
$$;

create function hit_versions_of_advisory() returns trigger language plpgsql as $$
declare
  before uuid[] := array(select version_id from advisory_versions where advisory_id = new.id);
begin
  delete from advisory_versions where advisory_id = new.id;
  insert into advisory_versions (advisory_id, version_id)
  select new.id, v.id from node_versions v
  where v.node_id = new.node_id and advisory_hits(new, v)
  union
  select new.id, v.id from node_versions v where v.archive_digest = any (new.archive_digests);
  perform refresh_killed_by(before || array(select version_id from advisory_versions where advisory_id = new.id));
  return null;
end $$;
create trigger advisories_hit_versions after insert or update on advisories
  for each row execute function hit_versions_of_advisory();

create function hit_version(changed uuid) returns void language sql as $$
  delete from advisory_versions where version_id = changed;
  insert into advisory_versions (advisory_id, version_id)
  select a.id, v.id from node_versions v cross join advisories a
  where v.id = changed and advisory_hits(a, v);
  select refresh_killed_by(array[changed]);
$$;
create function hit_changed_version() returns trigger language plpgsql as $$
begin
  perform hit_version(new.id);
  return null;
end $$;
create trigger node_versions_hit after insert or update of archive_digest on node_versions
  for each row execute function hit_changed_version();
create function hit_version_of_files() returns trigger language plpgsql as $$
begin
  perform hit_version(new.version_id);
  return null;
end $$;
create trigger version_files_hit after insert or update on version_files
  for each row execute function hit_version_of_files();

-- The signed list of what clients must refuse: each issue has a higher number than the one before.
create table kill_list_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create table kill_lists (
  serial bigint primary key check (serial > 0),
  entries_digest text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  envelope jsonb not null
);

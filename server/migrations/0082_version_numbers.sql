-- The parts of a version number may have as many digits as the strictest client reads: up to 2^53 - 1. The order stays an
-- array of 32-bit integers, because programs of the release before compare it with one.
create function version_key_of(version text) returns integer[] language sql immutable strict parallel safe as $$
  select array[
    k[1] / 1000000000, k[1] % 1000000000, k[2] / 1000000000, k[2] % 1000000000, k[3] / 1000000000, k[3] % 1000000000
  ]::integer[]
  from (select string_to_array(version, '.')::bigint[]) as parts (k)
$$;

alter table node_versions
  drop constraint node_versions_version_check,
  drop column version_key;
alter table node_versions
  add constraint node_versions_version_check check (
    version ~ '^(0|[1-9][0-9]{0,15})(\.(0|[1-9][0-9]{0,15})){2}$'
    and 9007199254740991 >= all (string_to_array(version, '.')::bigint[])
  ),
  add column version_key integer[] not null generated always as (version_key_of(version)) stored;
comment on column node_versions.version_key is 'Orders versions by number. Each part is two integers: its thousand millions, and the rest.';
create index node_versions_by_number on node_versions (node_id, version_key desc);

create or replace function advisory_hits(a advisories, v node_versions) returns boolean language sql stable as $$
  select coalesce(v.archive_digest = any (a.archive_digests), false) or v.node_id = a.node_id and (
    v.version = any (a.versions)
    or exists (
      select from jsonb_array_elements(a.ranges) as r (bounds)
      where v.version_key >= version_key_of(bounds ->> 'introduced')
        and (bounds ->> 'fixed' is null or v.version_key < version_key_of(bounds ->> 'fixed'))
        and (bounds ->> 'last_affected' is null or v.version_key <= version_key_of(bounds ->> 'last_affected')))
    -- As much of a digest as is kept of each file of a version.
    or exists (
      select from version_files f
      where f.version_id = v.id and f.digests && array(select left(d, 20) from unnest(a.file_digests) as d)))
$$;

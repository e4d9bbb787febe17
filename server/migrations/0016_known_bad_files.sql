-- Files that are known again. A file of a version that was banned is doubted wherever it turns up, unless it is
-- everybody's: contained in versions that are active.

create table version_files (
  version_id uuid primary key references node_versions on delete cascade,
  -- The first 20 hex digits of the SHA-256 of each file that has a fingerprint.
  digests text[] not null
);
create index version_files_by_digest on version_files using gin (digests);

create table known_bad_versions (
  version_id uuid primary key references node_versions on delete cascade,
  noted_at timestamptz not null
);
comment on table known_bad_versions is 'Versions that were banned, or whose node was, and whose files are noted. Deleting them later changes nothing.';

create table known_bad_files (
  version_id uuid not null references known_bad_versions on delete cascade,
  path text not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- Something that blocks was found in this very file.
  has_finding boolean not null,
  -- Both null for machine code and short texts.
  sketch integer[],
  bands integer[],
  primary key (version_id, path),
  check ((sketch is null) = (bands is null))
);
create index known_bad_files_by_digest on known_bad_files (digest);
create index known_bad_files_by_band on known_bad_files using gin (bands);

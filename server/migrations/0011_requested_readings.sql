-- Repositories that no node has, read because someone asked.
create table requested_readings (
  -- Host, owner and name in lowercase.
  repository_key text not null check (length(repository_key) between 1 and 2048),
  -- Empty for the newest one.
  wanted_commit text not null check (wanted_commit ~ '^([0-9a-f]{40}([0-9a-f]{24})?)?$'),
  -- For git; it never contains credentials.
  repository_url text not null check (repository_url !~ '@'),
  state text not null check (state in ('waiting', 'reading', 'done', 'failed')),
  requested_at timestamptz not null,
  finished_at timestamptz,
  commit_id text,
  committed_at timestamptz,
  failure text check (failure in ('gone', 'moved', 'private', 'too_large', 'not_a_pack', 'unreadable', 'refused', 'opted_out',
    'host_busy', 'slow', 'failed')),
  result jsonb,
  primary key (repository_key, wanted_commit)
);
comment on table requested_readings is 'Results of reading repositories that are not listed, for some days.';
create index requested_readings_age on requested_readings (requested_at);

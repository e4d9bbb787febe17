-- A server that is restored to a moment, or promoted before it has everything, begins a new timeline of its log. A replica of
-- what was undone thereby cannot be told by its place in the log; it never comes to have the mark of the new timeline.

create table database_timelines (
  timeline text primary key,
  mark uuid not null unique default gen_random_uuid(),
  seen_at timestamptz not null default now()
);
comment on table database_timelines is 'Of the log of PostgreSQL, as those that read from replicas found them at the primary.';
comment on column database_timelines.timeline is 'As in the names of the files of the log: eight hexadecimal digits.';

-- Turns are counted before they begin, so that work that ends the process or takes all its time is not the first again.
alter table rescan_changes add column begun integer not null default 0 check (begun >= 0);

create table known_bad_turns (
  version_id uuid primary key references node_versions on delete cascade,
  begun integer not null check (begun > 0),
  begun_at timestamptz not null
);
comment on table known_bad_turns is 'Attempts to store the files of banned versions that have not succeeded yet.';

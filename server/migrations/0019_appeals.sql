-- What a publisher and the moderators write to each other about a version that was flagged or banned.

create table appeals (
  version_id uuid primary key references node_versions on delete cascade,
  opened_at timestamptz not null,
  -- Null: the last word was an answer, or a decision settled it.
  waiting_since timestamptz
);
create index appeals_waiting on appeals (waiting_since, version_id) where waiting_since is not null;
create index appeals_by_age on appeals (opened_at desc, version_id);

create table appeal_messages (
  id uuid primary key,
  version_id uuid not null references appeals on delete cascade,
  -- 1, 2, 3, … in the order of writing.
  place integer not null check (place >= 1),
  from_moderators boolean not null,
  author_id text references users on delete set null,
  body text not null check (length(body) between 1 and 4000),
  at timestamptz not null,
  -- Of an answer: since when the publisher had waited for it.
  waited_since timestamptz,
  unique (version_id, place),
  check (waited_since is null or (from_moderators and waited_since <= at))
);
create index appeal_messages_by_author on appeal_messages (author_id);
create index appeal_answers_by_time on appeal_messages (at desc) where waited_since is not null;

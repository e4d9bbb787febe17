-- What the probes found out, by day: enough for the status page, and small however long it goes on.
create table probe_days (
  part text not null,
  day date not null,
  worked integer not null default 0 check (worked >= 0),
  failed integer not null default 0 check (failed >= 0),
  primary key (part, day)
);

create table probe_results (
  part text primary key,
  at timestamptz not null,
  worked boolean not null,
  took_ms integer not null check (took_ms >= 0)
);
comment on table probe_results is 'The last result of each probe.';

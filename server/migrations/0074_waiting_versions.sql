-- Whose turn a version takes while it waits for its analysis. The row goes with the status pending.
create table waiting_versions (
  version_id uuid primary key references node_versions on delete cascade,
  account text not null,
  -- The account itself, or a keyed digest of the address that uploaded the archive.
  sender text not null,
  -- Analyses that the archive itself made fail, by using up its CPU time or memory.
  own_failures integer not null default 0 check (own_failures >= 0),
  created_at timestamptz not null
);
create index waiting_versions_by_account on waiting_versions (account);
create index waiting_versions_by_sender on waiting_versions (sender);

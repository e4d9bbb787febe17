-- Looking at everything again when the rules change: what would change is reported first, and changed when an admin
-- says so.

-- 0: with rules that nobody wrote down.
alter table version_analyses add column rules_version integer not null default 0;
create index version_analyses_by_rules on version_analyses (rules_version);

create table rescans (
  id uuid primary key,
  rules_version integer not null,
  everything boolean not null,
  state text not null default 'looking' check (state in ('looking', 'looked', 'applying', 'applied')),
  -- Versions up to this id were looked at.
  last_version_id uuid,
  looked integer not null default 0 check (looked >= 0),
  started_at timestamptz not null,
  finished_at timestamptz
);
create unique index one_rescan_at_once on rescans ((true)) where state in ('looking', 'applying');

create table rescan_changes (
  rescan_id uuid not null references rescans on delete cascade,
  version_id uuid not null references node_versions on delete cascade,
  outcome text not null check (outcome in ('flag', 'release', 'facts', 'failed')),
  -- The findings that block and are new.
  findings jsonb not null default '[]',
  comfy_nodes_added text[] not null default '{}',
  comfy_nodes_removed text[] not null default '{}',
  message text not null default '',
  applied_at timestamptz,
  primary key (rescan_id, version_id)
);
create index rescan_changes_by_version on rescan_changes (version_id);

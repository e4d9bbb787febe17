-- What people report of nodes and versions. Who reported is for admins alone.
create table abuse_reports (
  id uuid primary key,
  node_id text not null references nodes on delete cascade,
  version_id uuid references node_versions on delete cascade,
  kind text not null check (kind in ('malware', 'stolen', 'secrets', 'broken', 'impersonation', 'other')),
  text text not null check (length(text) between 1 and 5000),
  contact text not null default '' check (length(contact) <= 255),
  locale text not null,
  reporter_id text references users on delete set null,
  -- The same for one user, or for one network without a sign-in, as long as the report is not closed.
  reporter_key text not null,
  state text not null default 'open' check (state in ('open', 'taken', 'closed')),
  taken_by text references users on delete set null,
  taken_at timestamptz,
  outcome text check (outcome in ('acted', 'harmless', 'duplicate', 'unclear', 'spam')),
  reason text not null default '',
  closed_by text references users on delete set null,
  closed_at timestamptz,
  created_at timestamptz not null,
  check ((state = 'closed') = (closed_at is not null and outcome is not null)),
  check (state <> 'closed' or reporter_key = ''),
  check (state <> 'taken' or taken_at is not null)
);
create index abuse_reports_by_node on abuse_reports (node_id, created_at);
create index abuse_reports_by_age on abuse_reports (created_at, id) where state <> 'closed';
create unique index abuse_reports_once on abuse_reports
  (node_id, coalesce(version_id::text, ''), kind, reporter_key) where state <> 'closed';

create table abuse_report_messages (
  id bigint generated always as identity primary key,
  report_id uuid not null references abuse_reports on delete cascade,
  at timestamptz not null,
  admin_id text references users on delete set null,
  from_reporter boolean not null,
  text text not null check (length(text) between 1 and 5000)
);
create index abuse_report_messages_by_report on abuse_report_messages (report_id, id);

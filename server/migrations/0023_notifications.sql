-- What is told of events: mail to members, signed webhooks of publishers, lines to moderators.

create table untold_events (
  event_id bigint primary key references audit_events
);
comment on table untold_events is 'Events of which nobody has been told yet; whoever is to hear of one, is noted when it leaves.';

-- By the database, so that whatever is recorded is told of, in the transaction that records it.
create function tell_of_event() returns trigger language plpgsql as $$
begin
  insert into untold_events (event_id) values (new.id);
  perform pg_notify('nodeyard_events', '');
  return null;
end $$;
create trigger audit_events_are_told after insert on audit_events
  for each row execute function tell_of_event();

create table notification_settings (
  user_id text primary key references users on delete cascade,
  -- Null: nobody has said it yet.
  language text check (language ~ '^[a-z]{2}$'),
  muted text[] not null default '{}',
  mailed_at timestamptz
);
comment on column notification_settings.mailed_at is 'When the last bundle went out.';

create table notices (
  id bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  event_id bigint not null references audit_events,
  kind text not null,
  letter text not null,
  facts jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  unique (user_id, event_id)
);
comment on table notices is 'One mail, or line of a mail, per person and event.';
create index notices_due on notices (due_at) where sent_at is null;
create index notices_sent on notices (sent_at) where sent_at is not null;

create table moderator_lines (
  -- What it is about.
  key text not null,
  -- SHA-256 of the address that it goes to; the address is a secret of the configuration.
  target text not null check (target ~ '^[0-9a-f]{64}$'),
  text text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  primary key (key, target)
);
create index moderator_lines_due on moderator_lines (due_at) where sent_at is null;

alter table personal_access_tokens
  add column expiry_notice_days smallint;
comment on column personal_access_tokens.expiry_notice_days is 'How near the end was when the owners were last told of it.';

alter table publisher_invitations
  add column mailed_secret_hash text unique;
comment on column publisher_invitations.mailed_secret_hash is 'Of the secret in the mail to whom it is for.';

create table publisher_webhooks (
  id uuid primary key,
  publisher_id text not null references publishers on delete cascade,
  -- Null: everything of the publisher.
  node_id text references nodes on delete cascade,
  url text not null check (length(url) between 1 and 2048),
  description text not null default '' check (length(description) <= 255),
  -- Empty: all.
  events text[] not null default '{}',
  secret text not null,
  former_secret text,
  former_secret_until timestamptz,
  is_enabled boolean not null default true,
  disabled_because text check (disabled_because in ('owner', 'failures', 'gone')),
  failures integer not null default 0,
  failing_since timestamptz,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (is_enabled = (disabled_because is null)),
  check ((former_secret is null) = (former_secret_until is null))
);
comment on column publisher_webhooks.failures is 'Attempts that failed in a row.';
create index publisher_webhooks_by_publisher on publisher_webhooks (publisher_id, created_at);

create table publisher_webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references publisher_webhooks on delete cascade,
  -- Null: a ping.
  event_id bigint references audit_events,
  type text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Attempts before the owner asked for another round.
  earlier_attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  unique (webhook_id, event_id),
  check ((state = 'waiting') = (next_attempt_at is not null))
);
create index publisher_webhook_deliveries_by_webhook on publisher_webhook_deliveries (webhook_id, created_at desc, id);
create index publisher_webhook_deliveries_by_age on publisher_webhook_deliveries (created_at);

create table publisher_webhook_attempts (
  delivery_id uuid not null references publisher_webhook_deliveries on delete cascade,
  number integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  status integer,
  answer text not null default '',
  problem text,
  primary key (delivery_id, number)
);

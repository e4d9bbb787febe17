-- Yanking, the reach of tokens, invitations, transfers, and the event log of a publisher.

alter table node_versions
  add column yanked_at timestamptz,
  add column yank_reason text not null default '' check (length(yank_reason) <= 500),
  add check (yanked_at is not null or yank_reason = '');

alter table personal_access_tokens
  -- Null: all nodes of the publisher.
  add column node_ids text[] check (cardinality(node_ids) > 0),
  add column actions text[] not null default '{publish-new,publish-update,yank}'
    check (cardinality(actions) > 0 and actions <@ '{publish-new,publish-update,yank}'::text[]);

create table publisher_invitations (
  id uuid primary key,
  publisher_id text not null references publishers on delete cascade,
  email text not null check (length(email) between 1 and 255),
  role text not null check (role in ('owner', 'member')),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  created_by text references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table publisher_invitations is 'Open ones only. Whoever has the secret may accept; the address says for whom it was meant.';
create unique index publisher_invitations_by_address on publisher_invitations (publisher_id, lower(email));

create table node_transfers (
  id uuid primary key,
  node_id text not null unique references nodes on delete cascade,
  from_publisher_id text not null references publishers on delete cascade,
  to_publisher_id text not null references publishers on delete cascade,
  requested_by text references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (from_publisher_id <> to_publisher_id)
);
comment on table node_transfers is 'Open ones only, at most one for a node.';
create index node_transfers_by_sender on node_transfers (from_publisher_id, created_at);
create index node_transfers_by_receiver on node_transfers (to_publisher_id, created_at);

alter table audit_events add column publisher_id text;
comment on column audit_events.publisher_id is 'In whose event log the line stands. Publishers go, lines stay.';
create index audit_events_by_publisher on audit_events (publisher_id, id);

create trigger audit_events_keep_all before truncate on audit_events
  for each statement execute function only_grows();
create trigger customer_events_keep_all before truncate on customer_events
  for each statement execute function only_grows();

-- The code host gives a repository one id for life, whatever it is called.
create unique index nodes_code_host_repository on nodes (github_repository_id) where status <> 'deleted';

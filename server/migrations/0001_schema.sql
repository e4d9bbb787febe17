-- The whole data model, by level: a section uses only those above it, except for the triggers that feed it.
-- Source: API contract, section 27. Statuses are stored without the prefixes they have in API responses.

create extension if not exists pg_trgm;

-- Ground ---------------------------------------------------------------------------------------------------------

create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
comment on table secrets is 'Keys that the registry generates on first start.';

create function only_grows() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name using errcode = 'restrict_violation';
end $$;

create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('user', 'token', 'service', 'operator')),
  actor_id text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  publisher_id text,
  by_admin boolean
);
comment on column audit_events.publisher_id is 'The publisher whose event log contains the event, even after the publisher is gone.';
comment on column audit_events.by_admin is 'Whether the user acted as an admin. Null: not known at that point; the user''s current role counts.';
create index audit_events_by_subject on audit_events (subject_kind, subject_id, id);
create index audit_events_of_subject on audit_events (subject_id, id);
create index audit_events_by_actor on audit_events (actor_id, id);
create index audit_events_by_publisher on audit_events (publisher_id, id);
create index audit_events_by_action on audit_events (action, id);
create index audit_events_by_time on audit_events (at);
create index audit_events_by_batch on audit_events ((after ->> 'batch')) where after ->> 'batch' is not null;
create trigger audit_events_only_grow before update or delete on audit_events
  for each row execute function only_grows();
create trigger audit_events_keep_all before truncate on audit_events
  for each statement execute function only_grows();

create table idempotent_requests (
  caller text not null,
  route text not null,
  -- SHA-256 of the client's key. The key itself decrypts the response and is not stored.
  key_hash text not null check (key_hash ~ '^[0-9a-f]{64}$'),
  request_hash text not null check (request_hash ~ '^[0-9a-f]{64}$'),
  started_at timestamptz not null,
  status integer,
  -- Encrypted, because a response can contain a secret that is shown only once.
  answer bytea,
  primary key (caller, route, key_hash),
  check ((status is null) = (answer is null))
);
comment on table idempotent_requests is 'POST requests with an Idempotency-Key, and their responses.';
create index idempotent_requests_by_age on idempotent_requests (started_at);

-- Stored responses can contain secrets, so they are deleted in the transaction that takes a right from their caller.
create function forget_idempotent_requests() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    delete from idempotent_requests where caller = new.id;
  else
    delete from idempotent_requests where caller = old.user_id;
  end if;
  return null;
end $$;

create table outbox_messages (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  body text not null,
  created_at timestamptz not null
);
comment on table outbox_messages is 'Messages that a development server shows instead of sending.';

-- People: accounts -----------------------------------------------------------------------------------------------

create table users (
  id text primary key check (length(id) between 1 and 128),
  issuer text not null,
  subject text not null,
  email text not null default '',
  name text not null default '',
  is_approved boolean not null default false,
  is_admin boolean not null default false,
  status text not null default 'active' check (status in ('active', 'banned')),
  email_verified boolean not null default false,
  valid_since timestamptz,
  deleted_at timestamptz,
  confirmed_elsewhere boolean not null default false,
  second_factor_at timestamptz,
  trusted_reporter_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (issuer, subject)
);
comment on column users.valid_since is 'Sign-ins from before this time are void. Null: none has been revoked.';
comment on column users.deleted_at is
  'When the account was deleted. The row stays for the audit log and for the records that refer to it.';
comment on column users.confirmed_elsewhere is
  'The identity project confirmed or changed the address after the registry knew the user. Such an address makes nobody an admin.';
comment on column users.second_factor_at is
  'The last sign-in that a hosted identity project confirmed with a second factor, to the day.';
comment on column users.trusted_reporter_since is 'Since when reports of the user can hold versions. Null: they cannot.';
create index users_email on users (lower(email));
create index users_by_text on users using gin ((lower(id || ' ' || email || ' ' || name)) gin_trgm_ops);
create index users_by_age on users (created_at desc, id);
create index users_admins on users (id) where is_admin;

-- Notifies every process, because processes cache the rights of users.
create function tell_user_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('nodeyard_changes', 'user:' || new.id);
  return null;
end $$;
create trigger users_tell after insert or update on users
  for each row execute function tell_user_changed();
create trigger users_forget_idempotent_requests after update on users
  for each row
  when ((old.status, old.is_admin, old.valid_since, old.deleted_at)
    is distinct from (new.status, new.is_admin, new.valid_since, new.deleted_at))
  execute function forget_idempotent_requests();

create table identity_accounts (
  uid text primary key references users,
  email text unique check (length(email) between 3 and 320),
  email_verified boolean not null default false,
  password_hash text,
  password_changed_at timestamptz,
  display_name text not null default '' check (length(display_name) <= 255),
  photo_url text not null default '' check (length(photo_url) <= 2048),
  phone_number text unique check (phone_number ~ '^\+[1-9][0-9]{4,14}$'),
  disabled boolean not null default false,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  check (email is not null or not email_verified)
);
comment on table identity_accounts is 'Accounts of the embedded identity service.';
comment on column identity_accounts.email is 'In lowercase.';

create table identity_links (
  provider text not null check (provider in ('github.com', 'google.com')),
  subject text not null check (length(subject) between 1 and 255),
  uid text not null references identity_accounts on delete cascade,
  email text not null default '',
  display_name text not null default '',
  photo_url text not null default '',
  linked_at timestamptz not null,
  primary key (provider, subject),
  unique (uid, provider)
);

create table identity_factors (
  id uuid primary key,
  uid text not null references identity_accounts on delete cascade,
  kind text not null check (kind in ('phone', 'totp')),
  phone_number text,
  -- Encrypted if the registry has a key for it.
  secret text,
  display_name text not null default '' check (length(display_name) <= 255),
  enrolled_at timestamptz not null,
  -- Time step of the last accepted authenticator code, so that no code is accepted twice.
  last_step bigint not null default 0,
  unique (uid, phone_number),
  check ((kind = 'phone') = (phone_number is not null)),
  check ((kind = 'totp') = (secret is not null))
);
create unique index identity_factors_one_app on identity_factors (uid) where kind = 'totp';

create table identity_sessions (
  id uuid primary key,
  uid text not null references identity_accounts on delete cascade,
  provider text not null,
  factor_kind text check (factor_kind in ('phone', 'totp')),
  factor_id uuid,
  auth_time timestamptz not null,
  used_at timestamptz not null
);
create index identity_sessions_by_account on identity_sessions (uid);
create index identity_sessions_by_use on identity_sessions (used_at);

create table identity_refresh_tokens (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  session_id uuid not null references identity_sessions on delete cascade,
  created_at timestamptz not null,
  replaced_at timestamptz
);
comment on column identity_refresh_tokens.hash is 'SHA-256 of the token, which has 256 random bits.';
create index identity_refresh_tokens_by_session on identity_refresh_tokens (session_id);

create table identity_codes (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  kind text not null,
  uid text references identity_accounts on delete cascade,
  data jsonb not null default '{}',
  -- Keyed hash of the short code that is typed in, with the long code as the key.
  digits_hash text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table identity_codes is 'Short-lived codes that work once. A used code is deleted.';
create index identity_codes_by_account on identity_codes (uid, kind);
create index identity_codes_by_expiry on identity_codes (expires_at);

create table identity_attempts (
  key text primary key,
  count integer not null check (count > 0),
  ends_at timestamptz not null
);
create index identity_attempts_by_end on identity_attempts (ends_at);

create table identity_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Encrypted if the registry has a key for it.
  private_jwk text not null,
  created_at timestamptz not null
);

-- People: publishers ---------------------------------------------------------------------------------------------

create table publishers (
  id text primary key check (id ~ '^[a-z][a-z0-9-]*$' and length(id) <= 64 and id <> 'validate'),
  name text not null check (length(name) between 1 and 255),
  description text not null default '' check (length(description) <= 1000),
  website text not null default '',
  support_email text not null default '',
  source_code_repo text not null default '',
  logo_url text not null default '',
  status text not null default 'active' check (status in ('active', 'banned')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The unclaimed publisher belongs to the registry and cannot be banned.
  check (id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7' or status = 'active')
);
create index publishers_by_age on publishers (created_at, id);
create index publishers_by_text on publishers using gin ((id || ' ' || lower(name)) gin_trgm_ops);

insert into publishers (id, name, description) values
  ('admin-11338bd3-f081-43cf-b3f9-295c829826f7', 'Unclaimed', 'Nodes that are not claimed yet.');

create function keep_unclaimed_publisher() returns trigger language plpgsql as $$
begin
  if old.id = 'admin-11338bd3-f081-43cf-b3f9-295c829826f7' then
    raise exception 'the unclaimed publisher cannot be deleted' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger keep_unclaimed_publisher before delete on publishers
  for each row execute function keep_unclaimed_publisher();

create table publisher_permissions (
  id bigint generated always as identity primary key,
  publisher_id text not null references publishers on delete cascade,
  user_id text not null references users on delete cascade,
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null default now(),
  unique (user_id, publisher_id),
  check (publisher_id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7')
);
create index publisher_permissions_by_publisher on publisher_permissions (publisher_id, id);
create trigger permissions_forget_idempotent_requests after delete or update of role on publisher_permissions
  for each row execute function forget_idempotent_requests();

-- A credential without a creator would count as the registry's own. It is therefore deleted with the creator's row,
-- here and in the other tables with such a column.
create table publisher_invitations (
  id uuid primary key,
  publisher_id text not null references publishers on delete cascade,
  email text not null check (length(email) between 1 and 255),
  role text not null check (role in ('owner', 'member')),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  created_by text references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  mailed_secret_hash text unique
);
comment on table publisher_invitations is
  'Open invitations. Anyone with the secret can accept one; the address only says who was invited.';
comment on column publisher_invitations.mailed_secret_hash is 'Hash of the secret in the mail to the invited address.';
create unique index publisher_invitations_by_address on publisher_invitations (publisher_id, lower(email));

create table personal_access_tokens (
  id uuid primary key,
  publisher_id text not null references publishers on delete cascade,
  name text not null check (length(name) <= 255),
  description text not null default '' check (length(description) <= 1000),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  token_prefix text not null,
  -- Null: all nodes of the publisher.
  node_ids text[] check (cardinality(node_ids) > 0),
  actions text[] not null default '{publish-new,publish-update,yank}'
    check (cardinality(actions) > 0 and actions <@ '{publish-new,publish-update,yank}'::text[]),
  created_by text references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  -- A revoked token stays, so that owners can see what was revoked, when and by whom.
  revoked_at timestamptz,
  revoked_by text references users on delete set null,
  revoked_because text check (revoked_because in ('removed', 'demoted', 'deleted')),
  expiry_notice_days smallint,
  check (publisher_id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7'),
  check (revoked_because is null or revoked_at is not null)
);
comment on column personal_access_tokens.token_hash is 'SHA-256 of the secret, which has 122 random bits.';
comment on column personal_access_tokens.expiry_notice_days is 'Days before expiry at which the owners were last warned.';
create index personal_access_tokens_by_publisher on personal_access_tokens (publisher_id, created_at);
create index personal_access_tokens_by_creator on personal_access_tokens (created_by, created_at desc);
create index personal_access_tokens_by_revoker on personal_access_tokens (revoked_by) where revoked_by is not null;

create table device_logins (
  id uuid primary key,
  device_code_hash text not null unique check (device_code_hash ~ '^[0-9a-f]{64}$'),
  user_code text not null unique check (user_code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'),
  client_name text not null check (length(client_name) <= 255),
  publisher_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  denied_at timestamptz,
  token_id uuid references personal_access_tokens on delete cascade,
  sealed_token text,
  check ((token_id is null) = (sealed_token is null)),
  check (token_id is null or denied_at is null)
);
comment on table device_logins is 'Sign-ins of programs. A row ends when the program takes its token, or when it expires.';
comment on column device_logins.sealed_token is 'The encrypted secret, from the approval until the program takes it.';
create index device_logins_by_end on device_logins (expires_at);
create index device_logins_by_token on device_logins (token_id) where token_id is not null;

-- People: customers ----------------------------------------------------------------------------------------------

create table customers (
  id text primary key references users,
  email text not null default '',
  name text not null default '',
  stripe_id text unique,
  metronome_id text unique,
  subscription jsonb,
  balance_micros bigint not null default 0 check (balance_micros between 0 and 9000000000000000),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column customers.balance_micros is 'Millionths of the currency unit. Only ledger entries change it.';
create index customers_by_age on customers (created_at desc, id);
create index customers_email on customers (lower(email));

create function begin_without_balance() returns trigger language plpgsql as $$
begin
  raise exception 'a customer begins without a balance' using errcode = 'restrict_violation';
end $$;
create trigger begin_without_balance before insert on customers
  for each row when (new.balance_micros <> 0) execute function begin_without_balance();

create function keep_balance() returns trigger language plpgsql as $$
begin
  -- The depth is 1 for a direct statement and 2 for the trigger of a ledger entry.
  if pg_trigger_depth() < 2 then
    raise exception 'a balance moves by ledger entries alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_balance before update of balance_micros on customers
  for each row when (new.balance_micros <> old.balance_micros) execute function keep_balance();

create table ledger_entries (
  id uuid primary key,
  customer_id text not null references customers,
  amount_micros bigint not null check (amount_micros <> 0),
  kind text not null check (kind in ('credit', 'charge')),
  -- Chosen by the caller, so that a repeated request counts once.
  transaction_id uuid not null unique,
  reason text not null default '' check (length(reason) <= 1000),
  created_at timestamptz not null,
  check ((kind = 'credit') = (amount_micros > 0))
);
create index ledger_entries_by_customer on ledger_entries (customer_id, created_at, id);
create trigger ledger_entries_only_grow before update or delete on ledger_entries
  for each row execute function only_grows();

create function move_balance() returns trigger language plpgsql as $$
begin
  update customers set balance_micros = balance_micros + new.amount_micros where id = new.customer_id;
  return null;
end $$;
create trigger move_balance after insert on ledger_entries
  for each row execute function move_balance();

create table api_keys (
  id uuid primary key,
  customer_id text not null references customers on delete cascade,
  name text not null check (length(name) <= 255),
  description text not null default '',
  key_prefix text not null,
  key_hash text not null unique check (key_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
create index api_keys_by_customer on api_keys (customer_id, created_at);

create table customer_events (
  id uuid primary key,
  customer_id text not null references customers,
  event_type text not null,
  params jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index customer_events_by_time on customer_events (customer_id, created_at desc, id);
create trigger customer_events_only_grow before update or delete on customer_events
  for each row execute function only_grows();
create trigger customer_events_keep_all before truncate on customer_events
  for each statement execute function only_grows();

-- Packs: nodes and versions --------------------------------------------------------------------------------------

-- Letters and digits only, because workflows and people spell a pack's name in many ways.
create function pack_key(text) returns text language sql immutable parallel safe
  return regexp_replace(lower($1), '[^a-z0-9]', '', 'g');

create table nodes (
  id text primary key
    check (id ~ '^[a-zA-Z0-9]([a-zA-Z0-9._-]*[a-zA-Z0-9])?$' and length(id) <= 100),
  normalized_id text not null generated always as (lower(id)) stored unique,
  publisher_id text not null references publishers,
  name text not null check (length(name) between 1 and 255),
  description text not null default '' check (length(description) <= 1000),
  author text not null default '',
  category text not null default '',
  license text not null default '',
  repository_url text not null default '',
  repository_key text,
  repository_folder text not null default '',
  -- The repository's name alone and after its owner's, as workflows record them.
  repository_names text[] not null generated always as (
    case when repository_key like '%/%/%' then array[
      pack_key(split_part(repository_key, '/', -1)),
      pack_key(split_part(repository_key, '/', -2)) || pack_key(split_part(repository_key, '/', -1))
    ] else '{}' end) stored,
  repository_proof text check (repository_proof in ('claim', 'build')),
  icon_url text not null default '',
  banner_url text not null default '',
  tags text[] not null default '{}',
  tags_admin text[] not null default '{}',
  supported_os text[] not null default '{}',
  supported_accelerators text[] not null default '{}',
  supported_comfyui_version text not null default '',
  supported_comfyui_frontend_version text not null default '',
  downloads bigint not null default 0 check (downloads >= 0),
  star_total integer not null default 0 check (star_total >= 0),
  review_count integer not null default 0 check (review_count >= 0),
  status text not null default 'active' check (status in ('draft', 'active', 'deleted', 'banned')),
  was_public boolean not null default true,
  status_detail text not null default '',
  search_ranking integer check (search_ranking between 1 and 10),
  preempted_comfy_node_names text[] not null default '{}',
  github_stars integer not null default 0 check (github_stars >= 0),
  github_stars_at timestamptz,
  -- The code host never changes the id of a repository, even if the repository is renamed.
  github_repository_id bigint,
  -- Facts about the repository that its host or its last commit tells. Null: not known.
  repository_changed_at timestamptz,
  is_archived boolean,
  -- The repository that it was forked from, as `owner/name`.
  forked_from text,
  -- Recommended instead of this node by a moderator.
  successor_id text references nodes on delete set null on update cascade,
  translations jsonb not null default '{}',
  latest_version_id uuid,
  reading_id uuid,
  -- Whose analysis describes the node: its latest version or, before the first one, what was read from its repository.
  facts_id uuid generated always as (coalesce(latest_version_id, reading_id)) stored,
  indexed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (star_total between review_count and 5 * review_count),
  constraint nodes_public_check
    check (case status when 'active' then was_public when 'draft' then not was_public else true end),
  constraint nodes_proof_check check (repository_proof is null or repository_key is not null)
);
comment on column nodes.repository_key is
  'Normalized host, owner and name of the repository. Null if another node holds the repository, or before the first release.';
comment on column nodes.repository_folder is 'Folder in the repository, in lowercase; empty for its root.';
comment on column nodes.repository_proof is
  'How the publisher has proven control of the repository: as its administrator at the code host, or by a build from it.';
comment on column nodes.was_public is 'False until a version becomes active. An imported node is public from the beginning.';
create unique index nodes_repository on nodes (repository_key, repository_folder) where status <> 'deleted';
create unique index nodes_code_host_repository on nodes (github_repository_id) where status <> 'deleted';
create index nodes_by_repository_name on nodes using gin (repository_names);
create index nodes_by_host_repository on nodes (github_repository_id) where github_repository_id is not null;
create index nodes_by_age on nodes (created_at, id);
create index nodes_by_change on nodes (updated_at, id);
create index nodes_by_status on nodes (status, id);
create index nodes_by_publisher on nodes (publisher_id, created_at, id);
create index nodes_by_latest_version on nodes (latest_version_id);
create index nodes_by_reading on nodes (reading_id) where reading_id is not null;
create index nodes_by_facts on nodes (facts_id);
create index nodes_by_successor on nodes (successor_id) where successor_id is not null;
create index nodes_by_any_name on nodes (lower(name), id);
create index nodes_by_preempted_name on nodes using gin (preempted_comfy_node_names);
-- Queries must use exactly this expression.
create index nodes_by_text on nodes using gin ((normalized_id || ' ' || lower(name)) gin_trgm_ops);
-- The following indexes cover the few nodes that differ from most.
create index nodes_by_text_inactive on nodes using gin ((normalized_id || ' ' || lower(name)) gin_trgm_ops)
  where status <> 'active';
create index nodes_banned on nodes (publisher_id) where status = 'banned';
create index nodes_ranked on nodes (id) where search_ranking is not null;
create index nodes_tagged_by_admins on nodes (id) where tags_admin <> '{}';
create index nodes_with_preempted_names on nodes (id) where preempted_comfy_node_names <> '{}';

-- A key is an id in lowercase, with one hyphen for each run of hyphens, dots and underscores.
create table node_aliases (
  key text not null check (length(key) between 1 and 201),
  node_id text not null references nodes on delete cascade on update cascade,
  alias text not null,
  kind text not null check (kind in ('former', 'merged', 'project', 'listed', 'repository')),
  primary key (key, node_id, kind)
);
comment on table node_aliases is
  'Other names of nodes: former ids, ids of merged duplicates, names in project files and in lists, names of repositories.';
create index node_aliases_by_node on node_aliases (node_id);

-- Anyone can name a project or a repository like another one, so such a name leads to the only node that has it, or to one
-- that is far better known than all others.
create function node_of_alias(asked text) returns text language plpgsql stable as $$
declare
  found_id text;
begin
  select a.node_id into found_id from node_aliases a join nodes n on n.id = a.node_id
  where a.key = asked and a.kind in ('former', 'merged') and n.status <> 'deleted' limit 1;
  if found then return found_id; end if;
  select best.node_id into found_id from (
    select c.node_id, c.stars, c.place, lead(c.stars) over (order by c.place, c.stars desc, c.node_id) as next_stars,
      lead(c.place) over (order by c.place, c.stars desc, c.node_id) as next_place
    from (
      select a.node_id, n.github_stars as stars, min(case a.kind when 'repository' then 2 else 1 end) as place
      from node_aliases a join nodes n on n.id = a.node_id
      where a.key = asked and n.status = 'active' group by a.node_id, n.github_stars
    ) as c order by c.place, c.stars desc, c.node_id limit 1
  ) as best
  where best.next_stars is null or best.next_place > best.place or best.stars >= 100 and best.stars >= 10 * best.next_stars;
  return found_id;
end $$;

-- Finds a node by its id in lowercase, else by its repository as `owner/name` or by an alias.
create function node_named(asked text, alias_key text, host text) returns text language plpgsql stable as $$
declare
  found_id text;
begin
  select id into found_id from nodes where normalized_id = asked
    and (status <> 'deleted' or not exists (select from node_aliases where key = alias_key and kind = 'merged'));
  if found then return found_id; end if;
  if strpos(asked, '/') > 0 then
    select id into found_id from nodes
    where repository_key = host || '/' || asked and status <> 'deleted' order by repository_folder, id limit 1;
    return found_id;
  end if;
  return node_of_alias(alias_key);
end $$;

create table archives (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes > 0),
  created_at timestamptz not null default now()
);
comment on table archives is 'One row for each stored archive; the digest is the key of its blob.';

-- Each part of a version number can be as large as 2^53 - 1, so it takes two 32-bit integers.
create function version_key_of(version text) returns integer[] language sql immutable strict parallel safe as $$
  select array[
    k[1] / 1000000000, k[1] % 1000000000, k[2] / 1000000000, k[2] % 1000000000, k[3] / 1000000000, k[3] % 1000000000
  ]::integer[]
  from (select string_to_array(version, '.')::bigint[]) as parts (k)
$$;

create table node_versions (
  id uuid primary key,
  node_id text not null references nodes on update cascade,
  version text not null check (
    version ~ '^(0|[1-9][0-9]{0,15})(\.(0|[1-9][0-9]{0,15})){2}$'
    and 9007199254740991 >= all (string_to_array(version, '.')::bigint[])
  ),
  version_key integer[] not null generated always as (version_key_of(version)) stored,
  changelog text not null default '' check (length(changelog) <= 100000),
  dependencies text[] not null default '{}',
  deprecated boolean not null default false,
  deprecation_message text not null default '' check (length(deprecation_message) <= 500),
  status text not null default 'pending'
    check (status in ('active', 'deleted', 'banned', 'pending', 'flagged')),
  status_reason text not null default '',
  status_since timestamptz not null default now(),
  extract_status text not null default 'pending' check (extract_status in ('pending', 'success', 'failed')),
  cloud_build_info jsonb,
  supported_os text[] not null default '{}',
  supported_accelerators text[] not null default '{}',
  supported_comfyui_version text not null default '',
  supported_comfyui_frontend_version text not null default '',
  tags text[] not null default '{}',
  tags_admin text[] not null default '{}',
  announced_digest text check (announced_digest ~ '^[0-9a-f]{64}$'),
  announced_size bigint check (announced_size > 0),
  announced_node jsonb check (jsonb_typeof(announced_node) = 'object'),
  -- Token of either kind. Revoking it voids the upload URL.
  announced_by_token uuid,
  upload_expires_at timestamptz,
  archive_digest text references archives,
  file_count integer check (file_count >= 0),
  unpacked_bytes bigint check (unpacked_bytes >= 0),
  first_active_at timestamptz,
  -- As of the publication, even if the node moves to another publisher.
  published_by_publisher text references publishers on delete set null,
  published_by_user text references users on delete set null,
  yanked_at timestamptz,
  yank_reason text not null default '' check (length(yank_reason) <= 500),
  killed_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (node_id, version),
  -- Every version that can be public has an archive.
  check (archive_digest is not null or status in ('pending', 'deleted')),
  check (status <> 'active' or first_active_at is not null),
  check (yanked_at is not null or yank_reason = '')
);
comment on column node_versions.version_key is
  'Orders versions by number. Each part is split into two integers: the multiples of 10^9 and the remainder.';
comment on column node_versions.status_since is 'When the version got its current status.';
comment on column node_versions.announced_node is
  'Changes to the node that wait for the version to become active, by column. Null once they are applied.';
comment on column node_versions.killed_by is 'The advisory that forbids installing the version. Set by triggers.';
create index node_versions_by_number on node_versions (node_id, version_key desc);
create index node_versions_by_age on node_versions (created_at desc, id);
create index node_versions_by_release on node_versions (first_active_at desc, id) where status = 'active';
create index node_versions_by_status on node_versions (status, created_at desc, id);
create index node_versions_by_wait on node_versions (status, status_since, id);
create index node_versions_in_review on node_versions (node_id, status_since, id)
  where status in ('flagged', 'banned', 'pending');
create index node_versions_by_reason on node_versions using gin (status_reason gin_trgm_ops) where status_reason <> '';
create index node_versions_by_archive on node_versions (archive_digest);
create index node_versions_by_announcing_token on node_versions (announced_by_token)
  where archive_digest is null and announced_by_token is not null;
create index node_versions_by_publishing_publisher on node_versions (published_by_publisher);
create index node_versions_by_publishing_user on node_versions (published_by_user);
create index node_versions_killed on node_versions (killed_by) where killed_by is not null;

alter table nodes add constraint nodes_latest_version
  foreign key (latest_version_id) references node_versions (id) deferrable initially deferred;

create function keep_released_version() returns trigger language plpgsql as $$
begin
  if new.node_id <> old.node_id or new.version <> old.version then
    raise exception 'a version keeps its node and its number' using errcode = 'check_violation';
  end if;
  if old.first_active_at is not null and (
    new.archive_digest is distinct from old.archive_digest
    or new.dependencies <> old.dependencies
    or new.first_active_at is distinct from old.first_active_at
  ) then
    raise exception 'a version that was once active never changes' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_released_version before update on node_versions
  for each row execute function keep_released_version();

create function keep_status_since() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.status_since = new.created_at;
  elsif new.status <> old.status then
    -- Prefers the time that the program set, whose clock tests control.
    new.status_since = case when new.updated_at <> old.updated_at then new.updated_at else now() end;
  end if;
  return new;
end $$;
create trigger keep_status_since before insert or update of status on node_versions
  for each row execute function keep_status_since();

create table version_steps (
  version_id uuid not null references node_versions on delete cascade,
  step text not null check (step in ('received', 'checked', 'extracted', 'scanned', 'listed')),
  attempts integer not null default 0 check (attempts >= 0),
  started_at timestamptz,
  finished_at timestamptz,
  failure text,
  given_up boolean not null default false,
  primary key (version_id, step),
  check (finished_at is null or started_at is not null)
);

create table waiting_versions (
  version_id uuid primary key references node_versions on delete cascade,
  account text not null,
  -- The account, or a keyed digest of the address that uploaded the archive.
  sender text not null,
  -- Failed analyses for which the archive is to blame, because it used up its CPU time or memory.
  own_failures integer not null default 0 check (own_failures >= 0),
  created_at timestamptz not null
);
comment on table waiting_versions is 'Pending versions that wait for analysis, with the sender whose turn they take.';
create index waiting_versions_by_account on waiting_versions (account);
create index waiting_versions_by_sender on waiting_versions (sender);

-- What was read from a repository, which is no version: installers never get it.
create table node_readings (
  id uuid primary key,
  node_id text not null references nodes on delete cascade on update cascade,
  commit_id text not null check (commit_id ~ '^[0-9a-f]{40}([0-9a-f]{24})?$'),
  committed_at timestamptz,
  read_at timestamptz not null,
  repository_url text not null,
  file_count integer not null check (file_count >= 0),
  unpacked_bytes bigint not null check (unpacked_bytes >= 0),
  -- Files that are too large to be read, or that an archive cannot hold.
  omitted_files integer not null default 0 check (omitted_files >= 0),
  omitted_bytes bigint not null default 0 check (omitted_bytes >= 0),
  -- Folders of other repositories inside, which are not read.
  submodules text[] not null default '{}' check (cardinality(submodules) <= 20),
  extract_status text not null check (extract_status in ('success', 'failed')),
  -- Critical findings that no moderator has approved keep the repository from being offered.
  verdict text not null check (verdict in ('clear', 'warned', 'held')),
  -- Whether its license lets the registry show its texts.
  is_shareable boolean not null,
  -- The archive of its files, for the source pages. Null: not shareable, or removed to save space.
  archive_digest text check (archive_digest ~ '^[0-9a-f]{64}$'),
  archive_bytes bigint check (archive_bytes > 0),
  check ((archive_digest is null) = (archive_bytes is null)),
  check (archive_digest is null or is_shareable)
);
create index node_readings_by_node on node_readings (node_id, read_at desc);
create index node_readings_by_archive on node_readings (archive_digest) where archive_digest is not null;
create index node_readings_held on node_readings (read_at desc) where verdict = 'held';

alter table nodes add constraint nodes_reading
  foreign key (reading_id) references node_readings (id) deferrable initially deferred;

create table reading_turns (
  node_id text primary key references nodes on delete cascade on update cascade,
  -- When the repository was last looked at, whatever came of it. Null: not yet.
  tried_at timestamptz,
  due_at timestamptz not null,
  -- Someone asked for a reading, such as an author who has opted out; read before all others.
  requested_at timestamptz,
  -- The commit that was read or refused last, so that it is not fetched again.
  commit_id text,
  etag text not null default '',
  failure text check (failure in ('gone', 'moved', 'private', 'too_large', 'not_a_pack', 'unreadable', 'refused', 'opted_out')),
  failure_detail text not null default '' check (length(failure_detail) <= 500),
  failures integer not null default 0 check (failures >= 0),
  -- How often workflows asked for the node lately.
  wishes integer not null default 0 check (wishes >= 0),
  -- Set by an owner of the node; the file in the repository counts as a failure.
  opted_out_at timestamptz
);
comment on table reading_turns is 'When the repository of each node is read next, and why it was not read last time.';
create index reading_turns_due on reading_turns (due_at);
create index reading_turns_failed on reading_turns (failure, tried_at desc) where failure is not null;

create table reading_hosts (
  host text primary key,
  resumes_at timestamptz not null,
  refusals integer not null check (refusals > 0)
);
comment on table reading_hosts is 'Hosts that asked for a pause, or did not answer.';

create table reading_approvals (
  node_id text not null references nodes on delete cascade on update cascade,
  -- SHA-256 of the rule, the file and the code of a finding.
  finding_key text not null check (finding_key ~ '^[0-9a-f]{64}$'),
  approved_by text references users on delete set null,
  approved_at timestamptz not null,
  primary key (node_id, finding_key)
);
comment on table reading_approvals is 'Critical findings in repositories that a moderator found harmless.';
create index reading_approvals_by_user on reading_approvals (approved_by) where approved_by is not null;

-- Versions and readings: whatever an analysis can belong to.
create table analyzed (
  id uuid primary key
);

create function note_analyzed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into analyzed (id) values (new.id);
    return new;
  end if;
  delete from analyzed where id = old.id;
  return null;
end $$;
create trigger node_versions_analyzed before insert on node_versions for each row execute function note_analyzed();
create trigger node_versions_not_analyzed after delete on node_versions for each row execute function note_analyzed();
create trigger node_readings_analyzed before insert on node_readings for each row execute function note_analyzed();
create trigger node_readings_not_analyzed after delete on node_readings for each row execute function note_analyzed();

create table version_analyses (
  -- A version or a reading.
  version_id uuid primary key references analyzed on delete cascade,
  readme_html text not null default '',
  -- Place of the first image in the README that shows something; null without one.
  readme_picture integer check (readme_picture >= 0),
  -- Letters of the README, without markup.
  readme_letters integer not null default 0 check (readme_letters >= 0),
  has_tests boolean not null default false,
  manifest jsonb,
  findings jsonb not null default '[]',
  capabilities jsonb not null default '[]',
  undecided jsonb not null default '[]',
  -- Null for versions that were not read.
  requirements jsonb,
  -- What the code needs besides what its author declares; see `Traits` in analysis/src/traits.
  traits jsonb not null default '{}',
  rules_version integer not null,
  created_at timestamptz not null default now()
);
create index version_analyses_by_rules on version_analyses (rules_version);

-- Releases of a pack mostly ship the same workflows, so each is stored once.
create table workflow_files (
  -- SHA-256 of how it is drawn and what it uses.
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  layout jsonb not null,
  uses jsonb not null check (jsonb_typeof(uses) = 'array'),
  -- Of comfy-nodes, the most frequent first.
  names text[] not null,
  node_count integer not null check (node_count >= 0),
  created_at timestamptz not null default now()
);
create index workflow_files_by_name on workflow_files using gin (names);

create table version_workflows (
  -- A version or a reading.
  version_id uuid not null references analyzed on delete cascade,
  -- Counts from 0 in the order of paths.
  place integer not null check (place >= 0),
  path text not null,
  title text not null,
  kind text not null check (kind in ('example', 'template', 'blueprint')),
  -- A file of the archive; empty without one.
  picture_path text not null default '',
  digest text not null references workflow_files,
  primary key (version_id, place)
);
comment on table version_workflows is 'Workflows that packs ship.';
create index version_workflows_by_file on version_workflows (digest);

create table scan_decisions (
  id uuid primary key,
  -- Decisions that were made together, and are undone together.
  made_with uuid not null,
  -- Null for a decision about this code in every node.
  node_id text references nodes on delete cascade,
  rule text not null,
  severity text not null check (severity in ('high', 'critical')),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  verdict text not null check (verdict in ('approved', 'rejected')),
  reason text not null default '',
  -- The reviewed code and its place.
  version_id uuid references node_versions on delete set null,
  version text not null,
  file text not null,
  name text not null,
  parts jsonb not null,
  rules_version integer not null,
  decided_by text references users on delete set null,
  decided_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_why text check (ended_why in ('replaced', 'revoked', 'undone', 'moved')),
  replaced_by uuid,
  check ((ended_at is null) = (ended_why is null)),
  check ((ended_why = 'replaced') = (replaced_by is not null))
);
comment on table scan_decisions is 'Decisions of moderators about findings, for the reviewed code.';
create unique index scan_decisions_in_force on scan_decisions (digest, coalesce(node_id, '')) where ended_at is null;
create index scan_decisions_of_node on scan_decisions (node_id, rule, decided_at desc);
create index scan_decisions_made_with on scan_decisions (made_with);
create index scan_decisions_by_version on scan_decisions (version_id);
create index scan_decisions_by_user on scan_decisions (decided_by);

create function end_decisions_of_moved_node() returns trigger language plpgsql as $$
begin
  update scan_decisions set ended_at = new.updated_at, ended_why = 'moved'
  where node_id = new.id and ended_at is null;
  return null;
end $$;
create trigger nodes_end_decisions after update of publisher_id on nodes
  for each row when (old.publisher_id <> new.publisher_id) execute function end_decisions_of_moved_node();

create table version_grounds (
  version_id uuid not null references node_versions on delete cascade,
  place integer not null check (place >= 0),
  rule text not null,
  severity text not null check (severity in ('high', 'critical')),
  file text not null,
  line integer,
  message text not null,
  name text not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  parts jsonb not null,
  -- The decision that applied when the version was scanned.
  decision_id uuid references scan_decisions on delete set null,
  primary key (version_id, place)
);
comment on table version_grounds is 'The code that each blocking finding of a version rests on.';
create index version_grounds_by_digest on version_grounds (digest);
create index version_grounds_by_decision on version_grounds (decision_id) where decision_id is not null;

create table node_downloads (
  node_id text not null references nodes on delete cascade on update cascade,
  version_id uuid not null references node_versions on delete cascade,
  day date not null,
  count bigint not null check (count > 0),
  primary key (node_id, day, version_id)
);
create index node_downloads_by_version on node_downloads (version_id);
create index node_downloads_by_day on node_downloads (day, node_id);

create table node_reviews (
  node_id text not null references nodes on delete cascade on update cascade,
  user_id text not null references users on delete cascade,
  star integer not null check (star between 1 and 5),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (node_id, user_id)
);
create index node_reviews_by_user on node_reviews (user_id);

create table node_transfers (
  id uuid primary key,
  node_id text not null unique references nodes on delete cascade on update cascade,
  from_publisher_id text not null references publishers on delete cascade,
  to_publisher_id text not null references publishers on delete cascade,
  requested_by text references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (from_publisher_id <> to_publisher_id)
);
comment on table node_transfers is 'Open transfers, at most one for each node.';
create index node_transfers_by_sender on node_transfers (from_publisher_id, created_at);
create index node_transfers_by_receiver on node_transfers (to_publisher_id, created_at);

create table appeals (
  version_id uuid primary key references node_versions on delete cascade,
  opened_at timestamptz not null,
  -- Null: a moderator wrote the last message, or a decision closed the appeal.
  waiting_since timestamptz
);
comment on table appeals is 'Conversations of publishers and moderators about flagged or banned versions.';
create index appeals_waiting on appeals (waiting_since, version_id) where waiting_since is not null;
create index appeals_by_age on appeals (opened_at desc, version_id);

create table appeal_messages (
  id uuid primary key,
  version_id uuid not null references appeals on delete cascade,
  -- Counts from 1 in each appeal.
  place integer not null check (place >= 1),
  from_moderators boolean not null,
  author_id text references users on delete set null,
  body text not null check (length(body) between 1 and 4000),
  at timestamptz not null,
  -- For a moderator's message: since when the publisher had waited for it.
  waited_since timestamptz,
  unique (version_id, place),
  check (waited_since is null or (from_moderators and waited_since <= at))
);
create index appeal_messages_by_author on appeal_messages (author_id);
create index appeal_answers_by_time on appeal_messages (at desc) where waited_since is not null;

-- Packs: counts and orders of lists ------------------------------------------------------------------------------

-- Totals are sums of changes. Writers only add rows, so that they do not wait for one another; a job sums them up.
create table row_counts (
  counted text not null,
  status text not null,
  change bigint not null
);
comment on table row_counts is 'Changes to the number of rows with each status, to be summed.';

create table publisher_node_counts (
  publisher_id text not null,
  status text not null,
  change bigint not null,
  is_sum boolean not null default false
);
comment on table publisher_node_counts is 'Changes to the number of nodes of each publisher, to be summed.';
create index publisher_node_counts_by_publisher on publisher_node_counts (publisher_id, status);
create index publisher_node_counts_to_sum_up on publisher_node_counts (publisher_id) where not is_sum;

-- The correct sums of row_counts. Versions whose archive never arrived are in no list and do not count. Versions of
-- inactive nodes also count separately, so that the length of the public list is a difference of two sums.
create view counted_rows as
  select 'nodes' as counted, status, count(*) as count from nodes group by status
  union all
  select 'node_versions', status, count(*) from node_versions
  where archive_digest is not null or status = 'deleted' group by status
  union all
  select 'hidden_versions', v.status, count(*) from nodes n join node_versions v on v.node_id = n.id
  where n.status <> 'active' and (v.archive_digest is not null or v.status = 'deleted') group by v.status;

-- The lock waits for running writers and blocks others, so that no row is missed or counted twice.
create function recount_rows() returns void language plpgsql as $$
begin
  lock table nodes, node_versions in share row exclusive mode;
  delete from row_counts;
  insert into row_counts select counted, status, count from counted_rows;
  delete from publisher_node_counts;
  insert into publisher_node_counts select publisher_id, status, count(*), true from nodes group by publisher_id, status;
end $$;

create function count_rows() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into row_counts values (tg_table_name, old.status, -1); end if;
  if tg_op <> 'DELETE' then insert into row_counts values (tg_table_name, new.status, 1); end if;
  return null;
end $$;
create trigger nodes_counted after insert or delete on nodes
  for each row execute function count_rows();
create trigger nodes_counted_anew after update of status on nodes
  for each row when (old.status is distinct from new.status) execute function count_rows();

create function count_nodes_of_publisher() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into publisher_node_counts values (old.publisher_id, old.status, -1); end if;
  if tg_op <> 'DELETE' then insert into publisher_node_counts values (new.publisher_id, new.status, 1); end if;
  return null;
end $$;
create trigger nodes_of_publisher_counted after insert or delete on nodes
  for each row execute function count_nodes_of_publisher();
create trigger nodes_of_publisher_counted_anew after update of status, publisher_id on nodes
  for each row when ((old.status, old.publisher_id) is distinct from (new.status, new.publisher_id))
  execute function count_nodes_of_publisher();

create function count_versions() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into row_counts
  select 'node_versions', status, sign * count(*) from changed
  where archive_digest is not null or status = 'deleted' group by status;
  insert into row_counts
  select 'hidden_versions', v.status, sign * count(*) from changed v join nodes n on n.id = v.node_id and n.status <> 'active'
  where v.archive_digest is not null or v.status = 'deleted' group by v.status;
  return null;
end $$;
create trigger node_versions_counted_added after insert on node_versions
  referencing new table as changed for each statement execute function count_versions();
create trigger node_versions_counted_removed after delete on node_versions
  referencing old table as changed for each statement execute function count_versions();

create function count_changed_version() returns trigger language plpgsql as $$
begin
  insert into row_counts
  select counted, status, change
  from (values (old.status, old.archive_digest, -1), (new.status, new.archive_digest, 1)) as changed (status, archive_digest, change)
  cross join unnest(case when exists (select from nodes where id = new.node_id and nodes.status <> 'active')
    then array['node_versions', 'hidden_versions'] else array['node_versions'] end) as counted
  where archive_digest is not null or status = 'deleted';
  return null;
end $$;
create trigger node_versions_counted_anew after update on node_versions
  for each row when (old.status <> new.status or (old.archive_digest is null) <> (new.archive_digest is null))
  execute function count_changed_version();

create function count_versions_of_changed_node() returns trigger language plpgsql as $$
begin
  insert into row_counts
  select 'hidden_versions', status, case when new.status = 'active' then -count(*) else count(*) end
  from node_versions where node_id = new.id and (archive_digest is not null or status = 'deleted') group by status;
  return null;
end $$;
create trigger nodes_hide_versions after update of status on nodes
  for each row when ((old.status = 'active') <> (new.status = 'active')) execute function count_versions_of_changed_node();

-- Sort keys of all nodes. A job copies them from the nodes, because indexes there would be rewritten by each install.
create table node_orders (
  node_id text primary key references nodes (id) on delete cascade on update cascade,
  downloads bigint not null,
  github_stars integer not null,
  ranking smallint not null default 5,
  -- Installs of the last seven days, less half of those of the seven days before. Null: no installs in either.
  risen bigint
);
-- Ties are sorted by ascending id in both directions. A backward scan of one index would reverse the ids, and most
-- nodes share the same value, so each direction has its own index.
create index node_orders_by_downloads on node_orders (downloads desc, node_id);
create index node_orders_by_fewest_downloads on node_orders (downloads, node_id);
create index node_orders_by_stars on node_orders (github_stars desc, node_id);
create index node_orders_by_fewest_stars on node_orders (github_stars, node_id);
create index node_orders_by_ranking on node_orders (ranking, node_id);
create index node_orders_by_lowest_ranking on node_orders (ranking desc, node_id);
create index node_orders_by_ranking_and_downloads on node_orders (ranking, downloads desc, node_id);
create index node_orders_by_rise on node_orders (risen desc, node_id) where risen is not null;
create index node_orders_by_fame on node_orders ((downloads / 10 + github_stars) desc, node_id);

create function order_new_nodes() returns trigger language plpgsql as $$
begin
  insert into node_orders (node_id, downloads, github_stars, ranking)
  select id, downloads, github_stars, coalesce(search_ranking, 5) from added
  on conflict do nothing;
  return null;
end $$;
create trigger nodes_ordered after insert on nodes
  referencing new table as added for each statement execute function order_new_nodes();

-- Packs: comfy-nodes ---------------------------------------------------------------------------------------------

-- The tool's own comfy-nodes that were imported, with the releases that have them.
create table core_comfy_nodes (
  name text primary key check (length(name) between 1 and 500),
  -- The first release known to have it.
  since text,
  -- The last release known to lack it before that.
  after text,
  -- The last release that has it, if it was removed.
  until text,
  -- The newest release known to have it.
  seen text,
  updated_at timestamptz not null default now()
);

create table comfy_nodes (
  id uuid primary key default gen_random_uuid(),
  -- A version or a reading.
  version_id uuid not null references analyzed on delete cascade,
  name text not null check (length(name) between 1 and 500),
  category text not null default '',
  description text not null default '',
  function text not null default '',
  input_types text not null default '',
  return_types text not null default '',
  return_names text not null default '',
  output_is_list boolean[] not null default '{}',
  deprecated boolean not null default false,
  experimental boolean not null default false,
  policy text not null default 'active' check (policy in ('active', 'banned', 'local_only')),
  display_name text not null default '',
  output_node boolean not null default false,
  -- The script that adds it to the tool's page, for a comfy-node that exists only in the browser.
  browser_script text not null default '',
  unique (version_id, name)
);
create index comfy_nodes_by_name on comfy_nodes (name);

create table comfy_node_texts (
  version_id uuid not null,
  name text not null,
  -- As the pack names it; empty for texts that serve every language.
  language text not null check (language ~ '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?)?$'),
  translation jsonb check (jsonb_typeof(translation) = 'object'),
  document_html text not null default '',
  primary key (version_id, name, language),
  foreign key (version_id, name) references comfy_nodes (version_id, name) on delete cascade,
  check (translation is not null or document_html <> '')
);
comment on table comfy_node_texts is 'Translations and documentation pages that packs ship for their comfy-nodes.';

create table comfy_node_hints (
  node_id text not null references nodes on delete cascade on update cascade,
  name text not null check (length(name) between 1 and 500),
  primary key (node_id, name)
);
comment on table comfy_node_hints is 'Names that an import attributes to a node without reading an archive.';
create index comfy_node_hints_by_name on comfy_node_hints (name);
create index comfy_node_hints_by_start on comfy_node_hints (name text_pattern_ops);
create index comfy_node_hints_by_end on comfy_node_hints (reverse(name) text_pattern_ops);

-- Replacements of comfy-nodes that a version's pack registers.
create table version_replacements (
  -- A version or a reading.
  version_id uuid not null references analyzed on delete cascade,
  old_name text not null check (length(old_name) between 1 and 500),
  new_name text not null check (length(new_name) between 1 and 500),
  details jsonb not null default '{}',
  primary key (version_id, old_name, new_name)
);
create index version_replacements_by_old_name on version_replacements (old_name);

-- Replacements that were inferred, imported, or named by moderators.
create table comfy_node_replacements (
  id uuid primary key default gen_random_uuid(),
  old_name text not null check (length(old_name) between 1 and 500),
  new_name text not null check (length(new_name) between 1 and 500),
  -- The node of the new comfy-node; null for the tool's own.
  node_id text references nodes on delete cascade,
  origin text not null check (origin in ('inferred', 'moderator', 'tool')),
  status text not null check (status in ('proposed', 'confirmed', 'refused')),
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check (old_name <> new_name),
  unique nulls not distinct (old_name, new_name, node_id)
);
create index comfy_node_replacements_by_node on comfy_node_replacements (node_id, created_at);

create table known_models (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 300),
  -- Without folders, in lowercase.
  name_key text not null check (length(name_key) between 1 and 300),
  -- Empty if it is not known.
  folder text not null check (length(folder) <= 500),
  url text not null check (length(url) <= 2048),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint check (size_bytes >= 0),
  source text not null check (source in ('hub', 'list', 'workflow')),
  imported_at timestamptz not null default now(),
  unique (name_key, folder, url)
);
comment on table known_models is 'Addresses of model files, read from lists, from the hub, and from the records of workflows.';
create table model_repositories (
  url text primary key check (length(url) <= 500),
  -- As the hub names it.
  license text check (length(license) <= 200),
  is_gated boolean,
  imported_at timestamptz not null default now()
);
comment on table model_repositories is 'Licenses and terms of repositories of models, as the hub states them.';
create index known_models_by_hash on known_models (sha256) where sha256 is not null;

create table comfy_node_patterns (
  node_id text not null references nodes on delete cascade on update cascade,
  place text not null check (place in ('start', 'end', 'whole', 'inside')),
  text text not null check (length(text) between 2 and 100),
  primary key (node_id, place, text)
);
comment on table comfy_node_patterns is 'Parts of names that an import attributes to a node, such as the ending " (rgthree)".';

-- A workflow refers to a comfy-node by name alone, so two nodes that provide the same name conflict.
create table comfy_node_claims (
  name text not null check (length(name) between 1 and 500),
  node_id text not null references nodes on delete cascade on update cascade,
  -- Release of the first version since which the node has held the name without a break.
  since timestamptz not null,
  primary key (name, node_id)
);
comment on table comfy_node_claims is
  'Names of comfy-nodes in the latest version of each node, or in its reading. Set by triggers.';
create index comfy_node_claims_by_node on comfy_node_claims (node_id);
create index comfy_node_claims_by_start on comfy_node_claims (name text_pattern_ops);
create index comfy_node_claims_by_end on comfy_node_claims (reverse(name) text_pattern_ops);

-- In PL/pgSQL, because a connection keeps its plans; a function in plain SQL is planned at each call.
create function refresh_comfy_node_claims(changed_nodes text[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  if cardinality(changed_nodes) = 0 then return; end if;
  delete from comfy_node_claims c
  where c.node_id = any (changed_nodes) and not exists (
    select from nodes n join comfy_nodes x on x.version_id = n.facts_id
    where n.id = c.node_id and x.name = c.name);
  insert into comfy_node_claims (name, node_id, since)
  select x.name, n.id, coalesce(v.first_active_at, v.created_at, r.read_at)
  from nodes n join comfy_nodes x on x.version_id = n.facts_id
  left join node_versions v on v.id = n.latest_version_id left join node_readings r on r.id = n.reading_id
  where n.id = any (changed_nodes)
  on conflict do nothing;
end $$;

create function claim_names_of_latest_version() returns trigger language plpgsql as $$
begin
  perform refresh_comfy_node_claims(array[new.id]);
  return null;
end $$;
create trigger nodes_claim_names after insert or update of latest_version_id, reading_id on nodes
  for each row execute function claim_names_of_latest_version();

create function claim_names_of_changed_versions() returns trigger language plpgsql as $$
begin
  perform refresh_comfy_node_claims(array(
    select n.id from nodes n where n.facts_id in (select distinct version_id from changed)));
  return null;
end $$;
create trigger comfy_nodes_claim_added after insert on comfy_nodes
  referencing new table as changed for each statement execute function claim_names_of_changed_versions();
create trigger comfy_nodes_claim_removed after delete on comfy_nodes
  referencing old table as changed for each statement execute function claim_names_of_changed_versions();
create trigger comfy_nodes_claim_renamed after update on comfy_nodes
  referencing new table as changed for each statement execute function claim_names_of_changed_versions();

-- Packs: trusted publishing --------------------------------------------------------------------------------------

create table trusted_publishers (
  id uuid primary key,
  publisher_id text not null references publishers on delete cascade,
  -- The node does not have to exist yet; its first release creates it.
  node_id text not null check (length(node_id) <= 100),
  normalized_node_id text not null generated always as (lower(node_id)) stored,
  issuer text not null,
  repository text not null check (length(repository) <= 255),
  normalized_repository text not null generated always as (lower(repository)) stored,
  -- Ids at the code host, set on first use: a new owner of the same name has other ids.
  repository_id text,
  repository_owner_id text,
  workflow text not null check (length(workflow) <= 255),
  environment text not null default '' check (length(environment) <= 255),
  ref text not null default '' check (length(ref) <= 255),
  created_by text references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (publisher_id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7'),
  check ((repository_id is null) = (repository_owner_id is null)),
  unique (publisher_id, normalized_node_id, issuer, normalized_repository, workflow, environment, ref)
);
comment on table trusted_publishers is 'CI workflows that can publish without a stored secret.';
create index trusted_publishers_by_creator on trusted_publishers (created_by);

create table trusted_tokens (
  id uuid primary key,
  trusted_publisher_id uuid not null references trusted_publishers on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  -- Claims of the CI service about the build.
  build jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (expires_at > created_at),
  check (used_at < expires_at)
);
comment on table trusted_tokens is 'Tokens issued to CI workflows, each for one version.';
create index trusted_tokens_by_trusted_publisher on trusted_tokens (trusted_publisher_id, created_at);
create index trusted_tokens_by_expiry on trusted_tokens (expires_at);

create table spent_ci_tokens (
  issuer text not null,
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  primary key (issuer, token_hash)
);
comment on table spent_ci_tokens is 'Tokens of CI services that were exchanged, until they expire.';
create index spent_ci_tokens_by_expiry on spent_ci_tokens (expires_at);

create table version_provenance (
  version_id uuid primary key references node_versions on delete cascade,
  issuer text not null,
  repository text not null,
  repository_url text not null,
  repository_id text not null,
  repository_owner_id text not null,
  workflow text not null,
  ref text not null,
  commit_id text not null,
  commit_url text not null,
  run_url text not null,
  environment text not null default '',
  created_at timestamptz not null
);

-- The result of comparing an archive with the commit that its version names.
create table version_commit_matches (
  version_id uuid primary key references node_versions on delete cascade,
  repository_url text not null,
  commit_id text not null check (commit_id ~ '^[0-9a-f]{40}([0-9a-f]{24})?$'),
  -- Which statement names the commit.
  named_by text not null check (named_by in ('build', 'attestation', 'address')),
  -- Host, owner and name in canonical form.
  repository_key text not null,
  repository_folder text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'compared', 'failed')),
  failure text not null default '' check (length(failure) <= 500),
  attempts integer not null default 0,
  tried_at timestamptz,
  -- Null: it is not tried again.
  due_at timestamptz,
  same integer not null default 0,
  changed integer not null default 0,
  added integer not null default 0,
  missing integer not null default 0,
  skipped integer not null default 0,
  -- The files that are not the same: [{"path", "state"}].
  files jsonb not null default '[]'
);
create index version_commit_matches_due on version_commit_matches (due_at) where due_at is not null;

-- Verified Sigstore bundles.
create table version_attestations (
  id uuid primary key,
  version_id uuid not null references node_versions on delete cascade,
  archive_digest text not null,
  bundle_digest text not null check (bundle_digest ~ '^[0-9a-f]{64}$'),
  bundle jsonb not null,
  issuer text not null,
  identity text not null,
  repository_url text not null default '',
  workflow text not null default '',
  ref text not null default '',
  commit_id text not null default '',
  run_url text not null default '',
  predicate_type text not null,
  signed_at timestamptz not null,
  log_index text not null default '',
  created_at timestamptz not null,
  unique (version_id, bundle_digest)
);

-- Known vulnerabilities of Python packages, in the OSV format of other databases.
create table python_advisories (
  id text not null check (length(id) between 1 and 255),
  package text not null,
  summary text not null default '',
  aliases text[] not null default '{}',
  severity text not null default '',
  -- [{"introduced", "fixed"?, "last_affected"?}]
  ranges jsonb not null default '[]',
  versions text[] not null default '{}',
  modified_at timestamptz not null,
  withdrawn_at timestamptz,
  imported_at timestamptz not null,
  primary key (id, package)
);
create index python_advisories_by_package on python_advisories (package);

-- Safety: known malicious files and rescans ----------------------------------------------------------------------

create table version_files (
  version_id uuid primary key references node_versions on delete cascade,
  -- The first 20 hex digits of the SHA-256 of each file that has a fingerprint.
  digests text[] not null
);
create index version_files_by_digest on version_files using gin (digests);

create table known_bad_versions (
  version_id uuid primary key references node_versions on delete cascade,
  noted_at timestamptz not null
);
comment on table known_bad_versions is
  'Versions that were banned, or whose node was, with recorded files. Deleting the version later changes nothing.';

-- A file of a banned version is suspicious wherever it appears, unless active versions contain it as well.
create table known_bad_files (
  version_id uuid not null references known_bad_versions on delete cascade,
  path text not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- This file has a blocking finding.
  has_finding boolean not null,
  -- Both null for machine code and short texts.
  sketch integer[],
  bands integer[],
  primary key (version_id, path),
  check ((sketch is null) = (bands is null))
);
create index known_bad_files_by_digest on known_bad_files (digest);
create index known_bad_files_by_band on known_bad_files using gin (bands);

create table rescans (
  id uuid primary key,
  rules_version integer not null,
  everything boolean not null,
  state text not null default 'looking' check (state in ('looking', 'looked', 'applying', 'applied')),
  -- All versions up to this id were scanned.
  last_version_id uuid,
  looked integer not null default 0 check (looked >= 0),
  started_at timestamptz not null,
  finished_at timestamptz
);
comment on table rescans is 'Scans of all versions with new rules. They report changes, which an admin then applies.';
create unique index one_rescan_at_once on rescans ((true)) where state in ('looking', 'applying');

create table rescan_changes (
  rescan_id uuid not null references rescans on delete cascade,
  version_id uuid not null references node_versions on delete cascade,
  outcome text not null check (outcome in ('flag', 'release', 'facts', 'failed')),
  -- New blocking findings.
  findings jsonb not null default '[]',
  comfy_nodes_added text[] not null default '{}',
  comfy_nodes_removed text[] not null default '{}',
  message text not null default '',
  applied_at timestamptz,
  primary key (rescan_id, version_id)
);
create index rescan_changes_by_version on rescan_changes (version_id);

-- Safety: advisories ---------------------------------------------------------------------------------------------

create table advisories (
  id text primary key check (id ~ '^NYSA-[0-9]{4}-[0-9]{4,}$'),
  node_id text not null references nodes on update cascade,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  title text not null check (length(title) between 1 and 255),
  details text not null check (length(details) <= 50000),
  remedy text not null check (length(remedy) <= 5000),
  aliases text[] not null,
  reference_urls text[] not null,
  -- Affected are: versions of the node by number or range, those that contain a file, and archives of any node.
  versions text[] not null,
  ranges jsonb not null check (jsonb_typeof(ranges) = 'array'),
  file_digests text[] not null,
  archive_digests text[] not null,
  refuses_installs boolean not null,
  revision integer not null check (revision > 0),
  published_at timestamptz not null,
  updated_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawal_reason text not null default '',
  check (cardinality(versions) + cardinality(file_digests) + cardinality(archive_digests) + jsonb_array_length(ranges) > 0),
  check ((withdrawn_at is null) = (withdrawal_reason = ''))
);
create index advisories_by_node on advisories (node_id);
create index advisories_by_age on advisories (published_at desc, id desc);

alter table node_versions add foreign key (killed_by) references advisories;

create table advisory_revisions (
  advisory_id text not null references advisories on delete cascade,
  revision integer not null check (revision > 0),
  at timestamptz not null,
  admin_id text references users on delete set null,
  content jsonb not null,
  primary key (advisory_id, revision)
);

create table advisory_versions (
  advisory_id text not null references advisories on delete cascade,
  version_id uuid not null references node_versions on delete cascade,
  primary key (advisory_id, version_id)
);
comment on table advisory_versions is 'The versions that each advisory affects. Set by triggers.';
create index advisory_versions_by_version on advisory_versions (version_id);

create function advisory_hits(a advisories, v node_versions) returns boolean language sql stable as $$
  select coalesce(v.archive_digest = any (a.archive_digests), false) or v.node_id = a.node_id and (
    v.version = any (a.versions)
    or exists (
      select from jsonb_array_elements(a.ranges) as r (bounds)
      where v.version_key >= version_key_of(bounds ->> 'introduced')
        and (bounds ->> 'fixed' is null or v.version_key < version_key_of(bounds ->> 'fixed'))
        and (bounds ->> 'last_affected' is null or v.version_key <= version_key_of(bounds ->> 'last_affected')))
    -- version_files stores only the beginning of each digest.
    or exists (
      select from version_files f
      where f.version_id = v.id and f.digests && array(select left(d, 20) from unnest(a.file_digests) as d)))
$$;

create function refresh_killed_by(changed uuid[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  update node_versions v set killed_by = k.advisory_id
  from (
    select c.id, (
      select min(a.id) from advisory_versions x join advisories a on a.id = x.advisory_id
      where x.version_id = c.id and a.refuses_installs and a.withdrawn_at is null) as advisory_id
    from unnest(changed) as c (id)
  ) as k where v.id = k.id and v.killed_by is distinct from k.advisory_id;
end $$;

create function hit_versions_of_advisory() returns trigger language plpgsql as $$
declare
  before uuid[] := array(select version_id from advisory_versions where advisory_id = new.id);
begin
  delete from advisory_versions where advisory_id = new.id;
  insert into advisory_versions (advisory_id, version_id)
  select new.id, v.id from node_versions v
  where v.node_id = new.node_id and advisory_hits(new, v)
  union
  select new.id, v.id from node_versions v where v.archive_digest = any (new.archive_digests);
  perform refresh_killed_by(before || array(select version_id from advisory_versions where advisory_id = new.id));
  return null;
end $$;
create trigger advisories_hit_versions after insert or update on advisories
  for each row execute function hit_versions_of_advisory();

create function hit_version(changed uuid) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  was_hit boolean;
begin
  delete from advisory_versions where version_id = changed;
  was_hit := found;
  insert into advisory_versions (advisory_id, version_id)
  select a.id, v.id from node_versions v cross join advisories a
  where v.id = changed and advisory_hits(a, v);
  if was_hit or found then perform refresh_killed_by(array[changed]); end if;
end $$;

create function hit_changed_version() returns trigger language plpgsql as $$
begin
  perform hit_version(new.id);
  return null;
end $$;
create trigger node_versions_hit after insert or update of archive_digest on node_versions
  for each row execute function hit_changed_version();

create function hit_version_of_files() returns trigger language plpgsql as $$
begin
  perform hit_version(new.version_id);
  return null;
end $$;
create trigger version_files_hit after insert or update on version_files
  for each row execute function hit_version_of_files();

create table kill_list_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

create table kill_lists (
  serial bigint primary key check (serial > 0),
  entries_digest text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  envelope jsonb not null
);
comment on table kill_lists is 'Signed lists of the versions that clients must refuse, with increasing serial numbers.';

-- Safety: abuse reports ------------------------------------------------------------------------------------------

create table abuse_reports (
  id uuid primary key,
  node_id text not null references nodes on delete cascade on update cascade,
  version_id uuid references node_versions on delete cascade,
  kind text not null check (kind in ('malware', 'stolen', 'secrets', 'broken', 'impersonation', 'other')),
  text text not null check (length(text) between 1 and 5000),
  contact text not null default '' check (length(contact) <= 255),
  locale text not null,
  -- Only admins can see the reporter.
  reporter_id text references users on delete set null,
  -- Identifies the user, or the network of an anonymous reporter, until the report is closed.
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

-- A version that trusted reporters hold, or held.
create table report_holds (
  id uuid primary key,
  version_id uuid not null references node_versions on delete cascade,
  node_id text not null references nodes on delete cascade on update cascade,
  publisher_id text not null,
  reporter_ids text[] not null check (cardinality(reporter_ids) between 1 and 2),
  held_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('upheld', 'overturned', 'lifted')),
  check ((ended_at is null) = (outcome is null))
);
create unique index report_holds_open on report_holds (version_id) where ended_at is null;
create index report_holds_by_version on report_holds (version_id);
create index report_holds_by_reporter on report_holds using gin (reporter_ids);

create table abuse_report_messages (
  id bigint generated always as identity primary key,
  report_id uuid not null references abuse_reports on delete cascade,
  at timestamptz not null,
  admin_id text references users on delete set null,
  from_reporter boolean not null,
  text text not null check (length(text) between 1 and 5000)
);
create index abuse_report_messages_by_report on abuse_report_messages (report_id, id);

-- Discovery: search ----------------------------------------------------------------------------------------------

-- Every process builds its own search index from these documents. `npm run registry -- reindex` rewrites them.
create table node_search (
  node_id text primary key references nodes on delete cascade on update cascade,
  -- JSON; see SearchDocument in server/src/discovery/search/document.ts.
  document text not null,
  popularity real not null,
  -- In lowercase.
  tags text[] not null default '{}'
);
create index node_search_tags on node_search using gin (tags) with (fastupdate = off);

-- Discovery: catalogue -------------------------------------------------------------------------------------------

create table catalogue_changes (
  id bigint generated always as identity primary key,
  node_id text not null
);
comment on table catalogue_changes is
  'Nodes whose entries may be outdated. Writers only add rows, so that they do not wait for one another.';

create table catalogue_entries (
  node_id text collate "C" primary key,
  -- Determines the position in lists.
  created_at timestamptz not null,
  -- The line of the catalogue. Null: the node is no longer listed.
  entry text,
  -- The entry of the node in list responses.
  listed text,
  entry_revision bigint not null,
  listed_revision bigint not null check (listed_revision >= entry_revision),
  removed_at timestamptz,
  check ((entry is null) = (listed is null)),
  check ((entry is null) = (removed_at is not null))
);
comment on column catalogue_entries.entry_revision is 'When the line last changed; see catalogue_revisions.';
create index catalogue_entries_by_entry_revision on catalogue_entries (entry_revision);
create index catalogue_entries_by_listed_revision on catalogue_entries (listed_revision);
create index catalogue_entries_in_order on catalogue_entries (created_at, node_id) where listed is not null;
create index catalogue_entries_removed on catalogue_entries (removed_at) where removed_at is not null;

create sequence catalogue_revisions;

-- Nightly datasets whose files still exist, newest last.
create table datasets (
  sequence bigint primary key check (sequence > 0),
  issued_at timestamptz not null,
  envelope jsonb not null,
  -- Digests of its files.
  files text[] not null
);

create table catalogue_makings (
  is_only boolean primary key default true check (is_only),
  made_with text not null
);
comment on column catalogue_makings.made_with is
  'Inputs of the entries other than nodes. If they change, all entries are rebuilt.';

create table catalogue_snapshots (
  sequence bigint primary key check (sequence > 0),
  snapshot_revision bigint not null,
  revision bigint not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- The first line of the file.
  head text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  -- Ids of the signing keys.
  kids text[] not null,
  envelope jsonb not null,
  -- Digests of all files that it refers to. Empty once they are deleted.
  files text[] not null,
  cost_ms integer not null,
  check (snapshot_revision <= revision)
);
comment on column catalogue_snapshots.snapshot_revision is 'Revision of the snapshot alone, from which recent changes are counted.';
comment on column catalogue_snapshots.revision is 'Revision of the snapshot with the recent changes.';
comment on column catalogue_snapshots.cost_ms is 'Time spent on building the new files.';
create index catalogue_snapshots_by_age on catalogue_snapshots (issued_at);

create table python_index_slices (
  sequence bigint primary key check (sequence > 0),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  issued_at timestamptz not null,
  -- When reading the package index began.
  read_at timestamptz not null,
  -- Ids of the signing keys.
  kids text[] not null,
  envelope jsonb not null
);

create function tell_of_catalogue() returns void language sql as $$
  select pg_notify('nodeyard_catalogue', '')
$$;

create function note_catalogue_node() returns trigger language plpgsql as $$
declare
  -- Columns that are not public, or that are public only as a number that can lag. All others count as changes.
  quiet constant text[] := array['github_stars', 'github_stars_at', 'github_repository_id', 'indexed_at', 'translations',
    'tags_admin', 'search_ranking', 'repository_key'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - quiet = to_jsonb(old) - quiet then
    if new.github_stars is distinct from old.github_stars then
      insert into catalogue_changes (node_id) values (new.id);
    end if;
    return null;
  end if;
  insert into catalogue_changes (node_id) values (coalesce(new.id, old.id));
  if tg_op = 'UPDATE' and new.id <> old.id then insert into catalogue_changes (node_id) values (old.id); end if;
  perform tell_of_catalogue();
  return null;
end $$;
create trigger nodes_in_catalogue_made after insert or delete on nodes
  for each row execute function note_catalogue_node();
create trigger nodes_in_catalogue_changed after update on nodes
  for each row when (new.downloads is not distinct from old.downloads) execute function note_catalogue_node();

create function note_catalogue_count() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id) values (new.id);
  return null;
end $$;
create trigger nodes_in_catalogue_installed after update on nodes
  for each row when (new.downloads is distinct from old.downloads) execute function note_catalogue_count();

-- The catalogue describes the latest version. Without one, all versions decide how the node can be installed.
create function note_catalogue_version() returns trigger language plpgsql as $$
begin
  if exists (
    select from nodes where id = new.node_id and status = 'active'
      and (latest_version_id = new.id or latest_version_id is null)
  ) then
    insert into catalogue_changes (node_id) values (new.node_id);
    perform tell_of_catalogue();
  end if;
  return null;
end $$;
create trigger node_versions_in_catalogue after update on node_versions
  for each row execute function note_catalogue_version();

create function note_catalogue_publisher() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id) select id from nodes where publisher_id = new.id;
  if found then perform tell_of_catalogue(); end if;
  return null;
end $$;
create trigger publishers_in_catalogue after update on publishers
  for each row
  when (row (new.name, new.description, new.website, new.source_code_repo, new.logo_url, new.status, new.created_at)
    is distinct from
    row (old.name, old.description, old.website, old.source_code_repo, old.logo_url, old.status, old.created_at))
  execute function note_catalogue_publisher();

create function note_catalogue_names() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id)
  select distinct n.id from changed c join nodes n on n.facts_id = c.version_id;
  if found then perform tell_of_catalogue(); end if;
  return null;
end $$;
create trigger comfy_nodes_in_catalogue_added after insert on comfy_nodes
  referencing new table as changed for each statement execute function note_catalogue_names();
create trigger comfy_nodes_in_catalogue_removed after delete on comfy_nodes
  referencing old table as changed for each statement execute function note_catalogue_names();
create trigger comfy_nodes_in_catalogue_changed after update on comfy_nodes
  referencing new table as changed for each statement execute function note_catalogue_names();

create function note_catalogue_hints() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (node_id) select distinct node_id from changed;
  if found then perform tell_of_catalogue(); end if;
  return null;
end $$;
create trigger comfy_node_hints_in_catalogue_added after insert on comfy_node_hints
  referencing new table as changed for each statement execute function note_catalogue_hints();
create trigger comfy_node_hints_in_catalogue_removed after delete on comfy_node_hints
  referencing old table as changed for each statement execute function note_catalogue_hints();

-- Discovery: collections -----------------------------------------------------------------------------------------

create table collections (
  id text primary key check (id ~ '^[0-9a-f]{12}$'),
  owner_id text not null references users,
  title text not null check (length(title) between 1 and 100),
  description text not null default '' check (length(description) <= 2000),
  is_public boolean not null,
  is_curated boolean not null default false check (is_public or not is_curated),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index collections_of_owner on collections (owner_id);
create index collections_curated on collections (updated_at desc, id) where is_curated;

create table collection_nodes (
  collection_id text not null references collections on delete cascade,
  node_id text not null references nodes on delete cascade on update cascade,
  place integer not null check (place >= 0),
  note text not null default '' check (length(note) <= 500),
  primary key (collection_id, node_id)
);
create index collection_nodes_by_node on collection_nodes (node_id);

-- Services: notifications ----------------------------------------------------------------------------------------

create table untold_events (
  event_id bigint primary key references audit_events
);
comment on table untold_events is
  'Events without notifications yet. A row is deleted in the transaction that stores the notifications of its event.';

-- A trigger, so that every recorded event leads to notifications, in the transaction that records it.
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
  -- Null: not chosen yet.
  language text check (language ~ '^[a-z]{2}$'),
  muted text[] not null default '{}',
  mailed_at timestamptz
);
comment on column notification_settings.mailed_at is 'When the last digest was sent.';

create table follows (
  user_id text not null references users on delete cascade,
  node_id text references nodes on delete cascade,
  publisher_id text references publishers on delete cascade,
  created_at timestamptz not null,
  check (num_nonnulls(node_id, publisher_id) = 1),
  unique (user_id, node_id),
  unique (user_id, publisher_id)
);
comment on table follows is 'Nodes and publishers whose releases a user wants to hear about.';
create index follows_of_node on follows (node_id) where node_id is not null;
create index follows_of_publisher on follows (publisher_id) where publisher_id is not null;

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
comment on table notices is 'One mail, or one line of a digest, for each recipient and event.';
create index notices_due on notices (due_at) where sent_at is null;
create index notices_sent on notices (sent_at) where sent_at is not null;

create table moderator_lines (
  -- Identifies the subject of the line.
  key text not null,
  -- SHA-256 of the destination URL; the URL itself is a secret of the configuration.
  target text not null check (target ~ '^[0-9a-f]{64}$'),
  text text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  primary key (key, target)
);
create index moderator_lines_due on moderator_lines (due_at) where sent_at is null;

-- Services: webhooks ---------------------------------------------------------------------------------------------

create table publisher_webhooks (
  id uuid primary key,
  publisher_id text not null references publishers on delete cascade,
  -- Null: all events of the publisher.
  node_id text references nodes on delete cascade on update cascade,
  url text not null check (length(url) between 1 and 2048),
  description text not null default '' check (length(description) <= 255),
  -- Empty: all types.
  events text[] not null default '{}',
  secret text not null,
  former_secret text,
  former_secret_until timestamptz,
  is_enabled boolean not null default true,
  disabled_because text check (disabled_because in ('owner', 'failures', 'gone')),
  failures integer not null default 0,
  failing_since timestamptz,
  created_by text references users on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (is_enabled = (disabled_because is null)),
  check ((former_secret is null) = (former_secret_until is null))
);
comment on column publisher_webhooks.failures is 'Consecutive failed attempts.';
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
  -- Attempts before the owner requested redelivery.
  earlier_attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  unique (webhook_id, event_id),
  check ((state = 'waiting') = (next_attempt_at is not null))
);
create index publisher_webhook_deliveries_by_webhook on publisher_webhook_deliveries (webhook_id, created_at desc, id);
create index publisher_webhook_deliveries_by_age on publisher_webhook_deliveries (created_at);
create index publisher_webhook_deliveries_waiting on publisher_webhook_deliveries (webhook_id, next_attempt_at)
  where state = 'waiting';

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

-- Services: releases, status and CI results ----------------------------------------------------------------------

create table release_notes (
  id integer generated always as identity primary key,
  project text not null check (project in ('comfyui', 'comfyui_frontend', 'desktop', 'cloud')),
  version text not null,
  attention text not null default 'low' check (attention in ('low', 'medium', 'high')),
  content jsonb not null default '{}',
  published_at timestamptz not null,
  unique (project, version)
);
comment on column release_notes.content is 'Markdown by locale.';

create table webhook_deliveries (
  id uuid primary key,
  received_at timestamptz not null
);
comment on table webhook_deliveries is 'Recently received deliveries, kept for some days to recognize repeated ones.';
create index webhook_deliveries_by_age on webhook_deliveries (received_at);

create table import_reports (
  version_id uuid not null references node_versions on delete cascade,
  day date not null,
  tool text not null check (length(tool) <= 7),
  python text not null check (length(python) <= 7),
  os text not null,
  accelerator text not null,
  outcome text not null check (outcome in ('imported', 'import_error', 'syntax_error', 'other_error')),
  count integer not null check (count > 0),
  primary key (version_id, day, tool, python, os, accelerator, outcome)
);
comment on table import_reports is 'How often the tool could import a version, as users reported. Counts only: no sender.';
create index import_reports_by_day on import_reports (day);

create table probe_days (
  part text not null,
  day date not null,
  worked integer not null check (worked >= 0),
  failed integer not null check (failed >= 0),
  primary key (part, day)
);
comment on table probe_days is 'Probe results by day.';

create table probe_results (
  part text primary key,
  at timestamptz not null,
  worked boolean not null,
  took_ms integer not null check (took_ms >= 0)
);
comment on table probe_results is 'The last result of each probe.';

create table storage_files (
  id uuid primary key default gen_random_uuid(),
  bucket_name text not null default '',
  object_name text not null default '',
  file_path text not null default '',
  file_url text not null default '',
  created_at timestamptz not null default now()
);

create table git_commits (
  id uuid primary key default gen_random_uuid(),
  repo_name text not null check (repo_name = lower(repo_name)),
  commit_hash text not null,
  branch_name text not null default '',
  commit_message text not null default '',
  author text not null default '',
  pr_number text not null default '',
  commit_timestamp timestamptz,
  created_at timestamptz not null default now(),
  unique (repo_name, commit_hash)
);
create index git_commits_by_time on git_commits (repo_name, commit_timestamp desc);
create index git_commits_by_branch on git_commits (repo_name, branch_name);

create table ci_results (
  id uuid primary key default gen_random_uuid(),
  commit_id uuid not null references git_commits on delete cascade,
  operating_system text not null,
  workflow_name text not null,
  run_id text not null default '',
  job_id text not null default '',
  status text not null check (status in ('STARTED', 'FAILED', 'COMPLETED')),
  start_time bigint,
  end_time bigint,
  python_version text not null default '',
  pytorch_version text not null default '',
  cuda_version text not null default '',
  comfy_run_flags text not null default '',
  avg_vram integer,
  peak_vram integer,
  job_trigger_user text not null default '',
  machine_stats jsonb,
  created_at timestamptz not null default now()
);
create index ci_results_by_commit on ci_results (commit_id, operating_system, workflow_name);
create index ci_results_by_age on ci_results (created_at desc, id);

create table ci_result_files (
  result_id uuid not null references ci_results on delete cascade,
  file_id uuid not null references storage_files on delete cascade,
  primary key (result_id, file_id)
);
create index ci_result_files_by_file on ci_result_files (file_id);

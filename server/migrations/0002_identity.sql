-- The embedded identity service, and what the registry knows of sign-ins whoever made them.

alter table users add column email_verified boolean not null default false;
-- Sign-ins from before are over. Null: none was ever ended.
alter table users add column valid_since timestamptz;

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
comment on column identity_accounts.email is 'In small letters.';

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
  -- Sealed when the registry has a key for it.
  secret text,
  display_name text not null default '' check (length(display_name) <= 255),
  enrolled_at timestamptz not null,
  -- Of an authenticator's codes, the last that was taken: none counts twice.
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
  -- The few digits that somebody types besides, keyed by the long code.
  digits_hash text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table identity_codes is 'Everything that counts once and for a short time. A code that was used is no longer here.';
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
  -- Sealed when the registry has a key for it.
  private_jwk text not null,
  created_at timestamptz not null
);
-- Tokens were signed with it before keys were rotated; they lived for an hour.
delete from secrets where name = 'identity-signing-key';

create table outbox_messages (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  body text not null,
  created_at timestamptz not null
);
comment on table outbox_messages is 'What development shows instead of sending it.';

-- Whoever changes what a user may do, every process hears of it.
create function tell_user_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('nodeyard_changes', 'user:' || new.id);
  return null;
end $$;
create trigger users_tell after insert or update on users
  for each row execute function tell_user_changed();

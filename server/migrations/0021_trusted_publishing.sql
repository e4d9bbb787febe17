-- Publishing from a build machine, by what its CI service says of it and without a stored secret.

create table trusted_publishers (
  id uuid primary key,
  publisher_id text not null references publishers on delete cascade,
  -- Need not exist yet: the first release makes it.
  node_id text not null check (length(node_id) <= 100),
  normalized_node_id text not null generated always as (lower(node_id)) stored,
  issuer text not null,
  repository text not null check (length(repository) <= 255),
  normalized_repository text not null generated always as (lower(repository)) stored,
  -- Of the code host, bound by the first use: whoever takes over a name later has other ids.
  repository_id text,
  repository_owner_id text,
  workflow text not null check (length(workflow) <= 255),
  environment text not null default '' check (length(environment) <= 255),
  ref text not null default '' check (length(ref) <= 255),
  created_by text references users on delete set null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (publisher_id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7'),
  check ((repository_id is null) = (repository_owner_id is null)),
  unique (publisher_id, normalized_node_id, issuer, normalized_repository, workflow, environment, ref)
);
create index trusted_publishers_by_creator on trusted_publishers (created_by);

-- Each is good for one publish.
create table trusted_tokens (
  id uuid primary key,
  trusted_publisher_id uuid not null references trusted_publishers on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  -- What the CI service said of the build.
  build jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (expires_at > created_at),
  check (used_at < expires_at)
);
create index trusted_tokens_by_trusted_publisher on trusted_tokens (trusted_publisher_id, created_at);
create index trusted_tokens_by_expiry on trusted_tokens (expires_at);

-- Tokens of CI services that were exchanged, for as long as they would be good.
create table spent_ci_tokens (
  issuer text not null,
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  primary key (issuer, token_hash)
);
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

-- A revoked token stays, so that people can see what was revoked, when and by whom.
alter table personal_access_tokens
  add column revoked_at timestamptz,
  add column revoked_by text references users on delete set null;
create index personal_access_tokens_by_revoker on personal_access_tokens (revoked_by) where revoked_by is not null;

-- The token of either kind that announced a version: when it is revoked, the address for the archive is void.
alter table node_versions add column announced_by_token uuid;
create index node_versions_by_announcing_token on node_versions (announced_by_token)
  where archive_digest is null and announced_by_token is not null;

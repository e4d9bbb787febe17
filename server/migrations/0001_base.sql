-- The data model of the API contract, section 27. Statuses are stored without the wire's prefixes.

create extension if not exists pg_trgm;

create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
comment on table secrets is 'Keys the registry made for itself on first start.';

create table users (
  id text primary key check (length(id) between 1 and 128),
  issuer text not null,
  subject text not null,
  email text not null default '',
  name text not null default '',
  is_approved boolean not null default false,
  is_admin boolean not null default false,
  status text not null default 'active' check (status in ('active', 'banned')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (issuer, subject)
);
create index users_email on users (lower(email));

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
  -- The unclaimed publisher belongs to the registry: nobody bans it.
  check (id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7' or status = 'active')
);
create index publishers_by_age on publishers (created_at, id);

insert into publishers (id, name, description) values
  ('admin-11338bd3-f081-43cf-b3f9-295c829826f7', 'Unclaimed', 'Nodes that nobody has claimed yet.');

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

create table personal_access_tokens (
  id uuid primary key,
  publisher_id text not null references publishers on delete cascade,
  name text not null check (length(name) <= 255),
  description text not null default '' check (length(description) <= 1000),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  token_prefix text not null,
  created_by text references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  check (publisher_id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7')
);
comment on column personal_access_tokens.token_hash is 'SHA-256 of the secret, which has 122 random bits.';
create index personal_access_tokens_by_publisher on personal_access_tokens (publisher_id, created_at);

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
  -- Host, owner and name of the repository in one spelling. Null where another node had it first.
  repository_key text,
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
  status text not null default 'active' check (status in ('active', 'deleted', 'banned')),
  status_detail text not null default '',
  search_ranking integer check (search_ranking between 1 and 10),
  preempted_comfy_node_names text[] not null default '{}',
  github_stars integer not null default 0 check (github_stars >= 0),
  github_stars_at timestamptz,
  github_repository_id bigint,
  translations jsonb not null default '{}',
  latest_version_id uuid,
  indexed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (star_total between review_count and 5 * review_count)
);
create unique index nodes_repository on nodes (repository_key) where status <> 'deleted';
create index nodes_by_age on nodes (created_at, id);
create index nodes_by_change on nodes (updated_at, id);
create index nodes_by_publisher on nodes (publisher_id, created_at, id);
create index nodes_by_preempted_name on nodes using gin (preempted_comfy_node_names);

create table archives (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes > 0),
  created_at timestamptz not null default now()
);
comment on table archives is 'One row for each stored archive; its blob lies under its digest.';

create table node_versions (
  id uuid primary key,
  node_id text not null references nodes,
  version text not null check (version ~ '^(0|[1-9][0-9]{0,8})(\.(0|[1-9][0-9]{0,8})){2}$'),
  version_key integer[] not null generated always as (string_to_array(version, '.')::integer[]) stored,
  changelog text not null default '' check (length(changelog) <= 100000),
  dependencies text[] not null default '{}',
  deprecated boolean not null default false,
  status text not null default 'pending'
    check (status in ('active', 'deleted', 'banned', 'pending', 'flagged')),
  status_reason text not null default '',
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
  upload_expires_at timestamptz,
  archive_digest text references archives,
  file_count integer check (file_count >= 0),
  unpacked_bytes bigint check (unpacked_bytes >= 0),
  first_active_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (node_id, version),
  -- What people can meet has an archive.
  check (archive_digest is not null or status in ('pending', 'deleted')),
  check (status <> 'active' or first_active_at is not null)
);
create index node_versions_by_number on node_versions (node_id, version_key desc);
create index node_versions_by_age on node_versions (created_at desc, id);
create index node_versions_by_status on node_versions (status, created_at desc, id);
create index node_versions_by_archive on node_versions (archive_digest);

alter table nodes add constraint nodes_latest_version
  foreign key (latest_version_id) references node_versions (id) deferrable initially deferred;
create index nodes_by_latest_version on nodes (latest_version_id);

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

create table version_analyses (
  version_id uuid primary key references node_versions on delete cascade,
  readme_html text not null default '',
  manifest jsonb,
  findings jsonb not null default '[]',
  capabilities jsonb not null default '[]',
  undecided jsonb not null default '[]',
  created_at timestamptz not null default now()
);

create table comfy_nodes (
  id uuid primary key default gen_random_uuid(),
  version_id uuid not null references node_versions on delete cascade,
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
  unique (version_id, name)
);
create index comfy_nodes_by_name on comfy_nodes (name);

create table comfy_node_hints (
  node_id text not null references nodes on delete cascade,
  name text not null check (length(name) between 1 and 500),
  primary key (node_id, name)
);
comment on table comfy_node_hints is 'Names that an import says a node provides; nobody has read them from an archive.';
create index comfy_node_hints_by_name on comfy_node_hints (name);

create table node_downloads (
  node_id text not null references nodes on delete cascade,
  version_id uuid not null references node_versions on delete cascade,
  day date not null,
  count bigint not null check (count > 0),
  primary key (node_id, day, version_id)
);
create index node_downloads_by_version on node_downloads (version_id);

create table node_reviews (
  node_id text not null references nodes on delete cascade,
  user_id text not null references users on delete cascade,
  star integer not null check (star between 1 and 5),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (node_id, user_id)
);
create index node_reviews_by_user on node_reviews (user_id);

-- One searchable document a node. Its own table, so that counting downloads does not rewrite its index.
create table node_search (
  node_id text primary key references nodes on delete cascade,
  -- Host, owner and name in one spelling, or the address in small letters; here two nodes may have the same.
  repository text not null,
  -- The words as the program's own tokenizer sees them, never PostgreSQL's.
  document tsvector not null,
  popularity real not null
);
-- Long ones hardly get smaller by compressing, and would be unpacked for every query that looks into them.
alter table node_search alter column document set storage external;
create index node_search_document on node_search using gin (document) with (fastupdate = off);
create index node_search_repository on node_search using gin (repository gin_trgm_ops) with (fastupdate = off);
create index node_search_by_popularity on node_search (popularity desc, node_id);

-- Words that occur in names, for the correction of typing errors. Rebuilt by a job.
create table search_terms (
  term text collate "C" primary key,
  node_count integer not null
);
create index search_terms_trigrams on search_terms using gin (term gin_trgm_ops) with (fastupdate = off);

create table storage_files (
  id uuid primary key default gen_random_uuid(),
  bucket_name text not null default '',
  object_name text not null default '',
  file_path text not null default '',
  file_type text not null default '',
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

create table ci_result_files (
  result_id uuid not null references ci_results on delete cascade,
  file_id uuid not null references storage_files on delete cascade,
  primary key (result_id, file_id)
);
create index ci_result_files_by_file on ci_result_files (file_id);

create table customers (
  id text primary key references users,
  email text not null default '',
  name text not null default '',
  stripe_id text unique,
  metronome_id text unique,
  is_admin boolean not null default false,
  has_fund boolean not null default false,
  subscription jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

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

create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('user', 'token', 'service', 'operator')),
  actor_id text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb
);
create index audit_events_by_subject on audit_events (subject_kind, subject_id, id);
create index audit_events_by_actor on audit_events (actor_id, id);

create function only_grows() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_events_only_grow before update or delete on audit_events
  for each row execute function only_grows();
create trigger customer_events_only_grow before update or delete on customer_events
  for each row execute function only_grows();

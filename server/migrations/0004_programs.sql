-- What programs of others need: money that adds up, deliveries and requests that count once.

-- Both follow from other rows: the user, the balance.
alter table customers drop column is_admin, drop column has_fund;
alter table customers
  add column balance_micros bigint not null default 0 check (balance_micros between 0 and 9000000000000000),
  add column currency text not null default 'usd' check (currency ~ '^[a-z]{3}$');
comment on column customers.balance_micros is 'Millionths of the currency unit; moved by ledger entries alone.';
create index customers_by_age on customers (created_at desc, id);
create index customers_email on customers (lower(email));

create table ledger_entries (
  id uuid primary key,
  customer_id text not null references customers,
  amount_micros bigint not null check (amount_micros <> 0),
  kind text not null check (kind in ('credit', 'charge')),
  -- Given by whoever asked for it: the same one counts once.
  transaction_id uuid not null unique,
  reason text not null default '' check (length(reason) <= 1000),
  created_at timestamptz not null,
  check ((kind = 'credit') = (amount_micros > 0))
);
create index ledger_entries_by_customer on ledger_entries (customer_id, created_at, id);

create function move_balance() returns trigger language plpgsql as $$
begin
  update customers set balance_micros = balance_micros + new.amount_micros where id = new.customer_id;
  return null;
end $$;
create trigger move_balance after insert on ledger_entries for each row execute function move_balance();

create function keep_balance() returns trigger language plpgsql as $$
begin
  -- 1: a statement of somebody; 2: the trigger of a ledger entry.
  if pg_trigger_depth() < 2 then
    raise exception 'a balance moves by ledger entries alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_balance before update of balance_micros on customers
  for each row when (new.balance_micros <> old.balance_micros) execute function keep_balance();
create function begin_without_balance() returns trigger language plpgsql as $$
begin
  raise exception 'a customer begins without a balance' using errcode = 'restrict_violation';
end $$;
create trigger begin_without_balance before insert on customers
  for each row when (new.balance_micros <> 0) execute function begin_without_balance();
create trigger ledger_entries_only_grow before update or delete on ledger_entries
  for each row execute function only_grows();

create table webhook_deliveries (
  id uuid primary key,
  received_at timestamptz not null
);
create index webhook_deliveries_by_age on webhook_deliveries (received_at);
comment on table webhook_deliveries is 'Kept for some days, so that a delivery that comes again is known.';

create table kept_requests (
  caller text not null,
  route text not null,
  -- SHA-256 of the client's key. The key itself opens the answer and is not stored.
  key_hash text not null check (key_hash ~ '^[0-9a-f]{64}$'),
  request_hash text not null check (request_hash ~ '^[0-9a-f]{64}$'),
  started_at timestamptz not null,
  status integer,
  -- Encrypted: an answer may hold a secret that is shown once.
  answer bytea,
  primary key (caller, route, key_hash),
  check ((status is null) = (answer is null))
);
create index kept_requests_by_age on kept_requests (started_at);
comment on table kept_requests is 'POSTs with an Idempotency-Key, and what they were answered.';

create index ci_results_by_age on ci_results (created_at desc, id);
create index git_commits_by_branch on git_commits (repo_name, branch_name);

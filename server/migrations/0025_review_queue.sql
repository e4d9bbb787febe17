-- How long a version waits for a decision, and who decided what.

alter table node_versions add column status_since timestamptz;
update node_versions set status_since = updated_at;
alter table node_versions alter column status_since set not null, alter column status_since set default now();
comment on column node_versions.status_since is 'Since when the version has its status.';

create function keep_status_since() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.status_since = new.created_at;
  elsif new.status <> old.status then
    -- The clock of the program where it was named, which tests move.
    new.status_since = case when new.updated_at <> old.updated_at then new.updated_at else now() end;
  end if;
  return new;
end $$;
create trigger keep_status_since before insert or update of status on node_versions
  for each row execute function keep_status_since();

create index node_versions_by_wait on node_versions (status, status_since, id);
create index node_versions_by_reason on node_versions using gin (status_reason gin_trgm_ops)
  with (fastupdate = off);

create index audit_events_by_action on audit_events (action, id);
create index audit_events_by_time on audit_events (at);
create index audit_events_by_batch on audit_events ((after->>'batch')) where after->>'batch' is not null;

-- A credential ends with the right that its maker had. See server/src/rights.ts.

-- The account was deleted. The row stays for the audit log and for what belongs to it.
alter table users add column deleted_at timestamptz;
update users set deleted_at = e.at from audit_events e
  where e.action = 'account.delete' and e.subject_kind = 'user' and e.subject_id = users.id;

-- With a hosted project: the address was confirmed, or became the user's, after the registry knew the user. Only
-- the project knows by whom, so that the address alone makes nobody an admin.
alter table users add column confirmed_elsewhere boolean not null default false;

alter table personal_access_tokens
  add column revoked_because text check (revoked_because in ('removed', 'demoted', 'deleted')),
  add check (revoked_because is null or revoked_at is not null);

-- Without a maker a credential counts as the registry's own, so it must not outlive its maker's row.
alter table personal_access_tokens drop constraint personal_access_tokens_created_by_fkey,
  add constraint personal_access_tokens_created_by_fkey foreign key (created_by) references users on delete cascade;
alter table trusted_publishers drop constraint trusted_publishers_created_by_fkey,
  add constraint trusted_publishers_created_by_fkey foreign key (created_by) references users on delete cascade;
alter table publisher_invitations drop constraint publisher_invitations_created_by_fkey,
  add constraint publisher_invitations_created_by_fkey foreign key (created_by) references users on delete cascade;
alter table publisher_webhooks drop constraint publisher_webhooks_created_by_fkey,
  add constraint publisher_webhooks_created_by_fkey foreign key (created_by) references users on delete cascade;
alter table node_transfers drop constraint node_transfers_requested_by_fkey,
  add constraint node_transfers_requested_by_fkey foreign key (requested_by) references users on delete cascade;

-- Kept responses can hold secrets. They are forgotten in the transaction that takes a right from their caller.
create function forget_kept_requests() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    delete from kept_requests where caller = new.id;
  else
    delete from kept_requests where caller = old.user_id;
  end if;
  return null;
end $$;
create trigger users_forget_kept_requests after update on users for each row
  when ((old.status, old.is_admin, old.valid_since, old.deleted_at)
    is distinct from (new.status, new.is_admin, new.valid_since, new.deleted_at))
  execute function forget_kept_requests();
create trigger permissions_forget_kept_requests after delete or update of role on publisher_permissions
  for each row execute function forget_kept_requests();

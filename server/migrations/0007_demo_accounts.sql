-- The log shows the passwords of demo accounts, so production finds them by this mark, whatever address they have by now.
alter table users add column is_demo boolean not null default false;

-- Strangers can sign up with addresses below .test, but only the demo has them verified.
update users set is_demo = true
where deleted_at is null and (issuer = 'nodeyard-demo'
  or lower(email) in ('publisher@demo.test', 'user@demo.test', 'admin@demo.test') and email_verified);

-- Accounts that have another address by now keep the name, and were created together with others of the demo.
update users u set is_demo = true
where deleted_at is null and name in ('Demo Publisher', 'Demo User', 'Demo Admin') and exists (
  select from users other where other.id <> u.id and other.name in ('Demo Publisher', 'Demo User', 'Demo Admin')
    and other.name <> u.name and other.created_at between u.created_at - interval '1 minute' and u.created_at + interval '1 minute');

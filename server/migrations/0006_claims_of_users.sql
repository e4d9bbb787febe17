alter table users add column claims_issued_at timestamptz;
comment on column users.claims_issued_at is
  'When the ID token was issued that email, verification and name come from. Tokens issued earlier change nothing.';

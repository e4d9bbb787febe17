-- Most pointers to the catalogue name the whole of an earlier one, and beside it what has changed since.

alter table catalogue_snapshots
  add column whole_revision bigint,
  add column packed_at timestamptz,
  add column pack_ms integer;
update catalogue_snapshots set whole_revision = revision, packed_at = issued_at, pack_ms = cost_ms;
alter table catalogue_snapshots
  alter column whole_revision set not null,
  alter column packed_at set not null,
  alter column pack_ms set not null,
  add check (whole_revision <= revision);
comment on column catalogue_snapshots.revision is 'Of the whole and of what has changed since, together.';
comment on column catalogue_snapshots.whole_revision is 'Of the whole alone: what deltas are made from. Never lower than that of an earlier sequence.';
comment on column catalogue_snapshots.packed_at is 'When the whole was issued: issued_at where it was this pointer that did.';
comment on column catalogue_snapshots.pack_ms is 'To make the whole.';
comment on column catalogue_snapshots.cost_ms is 'To make what has changed since the whole.';

-- A program of the release before issues wholes only, and knows nothing of these columns. It makes deltas from `revision`: for
-- whoever has a whole that is older than its pointer they lead elsewhere, which the digest tells, and the whole is fetched.
create function fill_in_whole() returns trigger language plpgsql as $$
begin
  new.whole_revision := coalesce(new.whole_revision, new.revision);
  new.packed_at := coalesce(new.packed_at, new.issued_at);
  new.pack_ms := coalesce(new.pack_ms, new.cost_ms);
  return new;
end
$$;
create trigger fill_in_whole before insert on catalogue_snapshots
  for each row execute function fill_in_whole();

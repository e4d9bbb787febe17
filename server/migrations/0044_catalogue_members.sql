-- What of a line has changed, so that a delta need not hold all of it.

alter table catalogue_entries add column whole_revision bigint;
update catalogue_entries set whole_revision = entry_revision;
alter table catalogue_entries alter column whole_revision set not null;
comment on column catalogue_entries.whole_revision is 'Whoever has a catalogue from before needs the whole line.';

alter table catalogue_entries add column member_revisions jsonb not null default '{}';
comment on column catalogue_entries.member_revisions is 'When a member of the line last changed; nothing of those that have not since the whole line did.';

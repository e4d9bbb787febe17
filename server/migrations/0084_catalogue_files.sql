-- A pointer names a snapshot and all changes since. Nothing else leads from one snapshot to another.

drop trigger count_line_as_whole on catalogue_entries;
drop function count_line_as_whole();
alter table catalogue_entries drop column whole_revision, drop column member_revisions;

drop trigger fill_in_whole on catalogue_snapshots;
drop function fill_in_whole();
drop index catalogue_snapshots_with_files;
alter table catalogue_snapshots drop column packed_at, drop column pack_ms;
alter table catalogue_snapshots rename column whole_revision to snapshot_revision;
comment on column catalogue_snapshots.snapshot_revision is 'Revision of the snapshot alone, from which recent changes are counted.';
comment on column catalogue_snapshots.revision is 'Revision of the snapshot with the recent changes.';
comment on column catalogue_snapshots.cost_ms is 'Time to make the files that were new.';

-- The audit log of a subject is asked for by its id alone.
create index audit_events_of_subject on audit_events (subject_id, id);

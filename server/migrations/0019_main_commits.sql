-- The commits of the main branch, newest first, each as 20 bytes of its id and 4 of its time in seconds.
alter table node_readings add column main_commits bytea not null default '';
alter table node_readings alter column main_commits set storage external;

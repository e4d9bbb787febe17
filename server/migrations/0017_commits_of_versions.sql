-- For each version number that the project file had on the main branch, the commit that set it, newest first.
alter table node_readings add column versions jsonb not null default '[]' check (jsonb_typeof(versions) = 'array');

-- How often the scan of the next version was begun, so that one whose scan ends the process is given up.
alter table rescans add column begun integer not null default 0 check (begun >= 0);

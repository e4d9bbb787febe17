-- Searching the array would build its text for each word of each search.
alter table workflow_files add column search_text text not null default '';
update workflow_files set search_text = left(lower(array_to_string(names, ' ')), 4000);

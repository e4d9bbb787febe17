-- The search of a large registry. What decides most about the place of a result is small and lies in the row; what most
-- searches find is in an index of its own, so that a common word costs no more than a rare one.

alter table node_search
  -- The words of ids and names.
  add column names tsvector generated always as (ts_filter(document, '{a}')) stored,
  -- Whether the entry is one of the most popular. True of older ones until a job has looked.
  add column is_head boolean not null default true;
create index node_search_head on node_search using gin (document) with (fastupdate = off) where is_head;
create index node_search_names on node_search using gin (names) with (fastupdate = off);
create index node_search_names_of_head on node_search using gin (names) with (fastupdate = off) where is_head;
create index node_search_rest on node_search (popularity desc, node_id) where not is_head;

-- Every process has a search index of its own (server/src/discovery/search/engine). The database keeps the documents that
-- it is made of; `npm run registry -- reindex` writes them.

drop trigger node_search_added on node_search;
drop trigger node_search_changed on node_search;
drop trigger node_search_removed on node_search;
drop function tell_of_search_entries;
drop table comfy_node_sockets, search_terms, search_suggestions;
delete from node_search;
alter table node_search
  drop column names,
  drop column document,
  drop column tier,
  drop column is_head,
  drop column facets,
  drop column repository,
  drop column categories,
  drop column license,
  drop column comfy_node_count,
  drop column changed_at,
  -- JSON: see SearchDocument in server/src/discovery/search/document.ts.
  add column document text not null;

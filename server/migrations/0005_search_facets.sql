-- What a search can be narrowed by beyond its words, and the index of query suggestions.
-- Entries that are there already get their new parts by `npm run registry -- reindex`.

alter table node_search
  -- In small letters.
  add column tags text[] not null default '{}',
  add column categories text[] not null default '{}',
  -- One spelling of the licence; empty where it is not known.
  add column license text not null default '',
  add column comfy_node_count integer not null default 0 check (comfy_node_count >= 0);
create index node_search_tags on node_search using gin (tags) with (fastupdate = off);
create index node_search_categories on node_search using gin (categories) with (fastupdate = off);

-- Socket types, in capitals, of each comfy-node of a node's latest version.
create table comfy_node_sockets (
  node_id text not null references nodes on delete cascade,
  name text not null,
  inputs text[] not null,
  outputs text[] not null,
  primary key (node_id, name)
);
create index comfy_node_sockets_inputs on comfy_node_sockets using gin (inputs) with (fastupdate = off);
create index comfy_node_sockets_outputs on comfy_node_sockets using gin (outputs) with (fastupdate = off);

-- Rebuilt by a job.
create table search_suggestions (
  query text primary key,
  nb_words integer not null check (nb_words > 0),
  popularity real not null,
  document tsvector not null
);
create index search_suggestions_document on search_suggestions using gin (document) with (fastupdate = off);

create index node_downloads_by_day on node_downloads (day, node_id);

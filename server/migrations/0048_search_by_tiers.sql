-- The search of a large registry. Entries stand in tiers by their popularity, each with indexes of its own, so that a
-- search ends with the tier in which it has enough. All that a search can be narrowed to is in the document as marked
-- words, so that the same index answers it: see server/src/search/labels.ts.

-- All rows are written anew, which is quicker without indexes. Some come back below.
drop index node_search_head, node_search_names_of_head, node_search_rest, node_search_document, node_search_categories,
  node_search_names, node_search_tags, node_search_repository, node_search_by_popularity, node_search_by_change;
-- `is_head` stays for processes of the release before, and is not looked at any more.
alter table node_search
  -- 0 has the most popular ones. A job moves entries between tiers.
  add column tier smallint not null default 0 check (tier between 0 and 6),
  -- What an entry is counted for, each with a letter in front that says of which kind it is.
  add column facets text[] not null default '{}';

with offered (kind, word, pattern) as (values
    ('o', 'Windows', '^OS Independent$|^(Microsoft|Windows)'),
    ('o', 'Linux', '^OS Independent$|^((POSIX :: )?Linux|POSIX$)'),
    ('o', 'macOS', '^OS Independent$|^(macOS|POSIX$)'),
    ('o', 'OS Independent', '^OS Independent$'),
    ('a', 'CUDA', '^OS Independent$|^(GPU :: NVIDIA )?CUDA'),
    ('a', 'ROCm', '^OS Independent$|^(GPU :: AMD )?ROCm'),
    ('a', 'Metal', '^OS Independent$|^(GPU :: Apple )?Metal'),
    ('a', 'CPU', '^OS Independent$|^CPU$')
  ),
  labelled as (
    select s.node_id, row_number() over (order by s.popularity desc, s.node_id) as place,
      array(select 't' || tag from unnest(s.tags) as tag)
        || array(select 'c' || category from unnest(s.categories) as category)
        || case when s.license = '' then '{}' else array['l' || s.license] end
        || array['s' || case when n.publisher_id = 'admin-11338bd3-f081-43cf-b3f9-295c829826f7' then 'unclaimed'
            when coalesce(v.deprecated, false) then 'deprecated' else 'published' end]
        || array['n' || (s.comfy_node_count > 0)]
        || array(select kind || word from offered, lateral (
            select case kind when 'o' then n.supported_os else n.supported_accelerators end as list) as stored
          where list = '{}' or exists (select from unnest(list) as entry
            where starts_with(lower(entry), lower(word)) or entry ~* pattern)) as facets,
      array['p' || n.publisher_id, 'm' || floor(extract(epoch from s.changed_at) / (30 * 86400))::text]
        || array(select '>' || type from comfy_node_sockets k, unnest(inputs) as type where k.node_id = s.node_id)
        || array(select '<' || type from comfy_node_sockets k, unnest(outputs) as type where k.node_id = s.node_id)
        || array(select '=' || taken || '>' || given
            from comfy_node_sockets k, unnest(inputs) as taken, unnest(outputs) as given
            where k.node_id = s.node_id group by 1 limit 2000) as others
    from node_search s join nodes n on n.id = s.node_id left join node_versions v on v.id = n.latest_version_id
  )
update node_search s
set tier = case
    when place <= 1000 then 0 when place <= 3000 then 1 when place <= 9000 then 2 when place <= 27000 then 3
    when place <= 81000 then 4 when place <= 243000 then 5 else 6 end,
  facets = labelled.facets,
  document = s.document || array_to_tsvector(array(
    select distinct '#' || left(case when label ~ '^[tclsnoa]' then lower(label) else label end, 200)
    from unnest(labelled.facets || labelled.others) as label))
from labelled where labelled.node_id = s.node_id;

create index node_search_of_tier_0 on node_search using gin (document) with (fastupdate = off) where tier = 0;
create index node_search_of_tier_1 on node_search using gin (document) with (fastupdate = off) where tier = 1;
create index node_search_of_tier_2 on node_search using gin (document) with (fastupdate = off) where tier = 2;
create index node_search_of_tier_3 on node_search using gin (document) with (fastupdate = off) where tier = 3;
create index node_search_of_tier_4 on node_search using gin (document) with (fastupdate = off) where tier = 4;
create index node_search_of_tier_5 on node_search using gin (document) with (fastupdate = off) where tier = 5;
create index node_search_of_tier_6 on node_search using gin (document) with (fastupdate = off) where tier = 6;
create index node_search_names_of_tier_0 on node_search using gin (names) with (fastupdate = off) where tier = 0;
create index node_search_names_of_tier_1 on node_search using gin (names) with (fastupdate = off) where tier = 1;
create index node_search_names_of_tier_2 on node_search using gin (names) with (fastupdate = off) where tier = 2;
create index node_search_by_tier on node_search (tier, popularity);
create index node_search_names on node_search using gin (names) with (fastupdate = off);
create index node_search_tags on node_search using gin (tags) with (fastupdate = off);
create index node_search_repository on node_search using gin (repository gin_trgm_ops) with (fastupdate = off);
create index node_search_by_popularity on node_search (popularity desc, node_id);
create index node_search_by_change on node_search (changed_at desc, popularity desc, node_id);

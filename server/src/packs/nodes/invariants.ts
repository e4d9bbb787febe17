/**
 * Rules about stored data that constraints cannot express. Each query returns the ids of rows that break its
 * rule.
 */
export const invariants = {
  'latest_version_id is the highest active version that is neither yanked nor killed, and can be loaded': `
    select n.id from nodes n
    where n.latest_version_id is distinct from (
      select v.id from node_versions v where v.node_id = n.id and v.status = 'active' and v.yanked_at is null and v.killed_by is null
        and not v.is_broken
      order by v.version_key desc, v.created_at desc limit 1
    ) and n.status <> 'deleted'`,
  'a node shows the reading of its own repository, and only before its first version': `
    select n.id from nodes n join node_readings r on r.id = n.reading_id
    where r.node_id <> n.id or n.latest_version_id is not null`,
  'the facts of a node are those of its latest version, or else of its reading unless it is held': `
    select n.id from nodes n left join node_readings r on r.id = n.reading_id and r.verdict <> 'held'
    where n.facts_id is distinct from coalesce(n.latest_version_id, r.id)`,
  'a draft has no active version': `
    select v.id from node_versions v join nodes n on n.id = v.node_id
    where n.status = 'draft' and v.status = 'active'`,
  'what was announced of a node is applied with the version': `
    select v.id from node_versions v where v.status = 'active' and v.announced_node is not null and not v.is_broken`,
  'a deleted node has only deleted versions': `
    select v.id from node_versions v join nodes n on n.id = v.node_id
    where n.status = 'deleted' and v.status <> 'deleted'`,
  'the counted downloads of a node are at least those of its days': `
    select n.id from nodes n where n.downloads < (
      select coalesce(sum(d.count), 0) from node_downloads d where d.node_id = n.id)`,
  'nodes and versions of a status are as many as are counted': `
    select coalesce(r.counted, c.counted) || ' ' || coalesce(r.status, c.status) as id
    from counted_rows r full join (
      select counted, status, sum(change) as count from row_counts group by counted, status having sum(change) <> 0
    ) c on c.counted = r.counted and c.status = r.status
    where r.count is distinct from c.count`,
  'a publisher has as many nodes of a status as are counted': `
    select coalesce(n.publisher_id, c.publisher_id) || ' ' || coalesce(n.status, c.status) as id
    from (select publisher_id, status, count(*) as count from nodes group by publisher_id, status) n full join (
      select publisher_id, status, sum(change) as count from publisher_node_counts
      group by publisher_id, status having sum(change) <> 0
    ) c on c.publisher_id = n.publisher_id and c.status = n.status
    where n.count is distinct from c.count`,
} as const

import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What must always be true beyond what a constraint can keep: each query gives the rows that break its rule. */
const invariants: Record<string, string> = {
  'latest_version_id is the highest active version that is neither yanked nor killed': `
    select n.id from nodes n
    where n.latest_version_id is distinct from (
      select v.id from node_versions v where v.node_id = n.id and v.status = 'active' and v.yanked_at is null and v.killed_by is null
      order by v.version_key desc, v.created_at desc limit 1
    ) and n.status <> 'deleted'`,
  'a draft has no active version': `
    select v.id from node_versions v join nodes n on n.id = v.node_id
    where n.status = 'draft' and v.status = 'active'`,
  'what was announced of a node is applied with the version': `
    select v.id from node_versions v where v.status = 'active' and v.announced_node is not null`,
  'a deleted node has only deleted versions': `
    select v.id from node_versions v join nodes n on n.id = v.node_id
    where n.status = 'deleted' and v.status <> 'deleted'`,
  'every publisher but the unclaimed one has an owner': `
    select p.id from publishers p
    where p.id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7' and not exists (
      select from publisher_permissions m where m.publisher_id = p.id and m.role = 'owner')`,
  'an active version was listed once': `
    select v.id from node_versions v join version_steps s on s.version_id = v.id and s.step = 'listed'
    where v.status = 'active' and s.finished_at is null`,
  'a finished step follows finished steps': `
    select s.version_id || ' ' || s.step as id from version_steps s join version_steps earlier using (version_id)
    where s.finished_at is not null and earlier.finished_at is null
      and array_position(array['received','checked','extracted','scanned','listed'], earlier.step)
        < array_position(array['received','checked','extracted','scanned','listed'], s.step)`,
  'comfy-nodes belong to versions whose extraction succeeded': `
    select c.id::text from comfy_nodes c join node_versions v on v.id = c.version_id
    where v.extract_status <> 'success'`,
  'the claimed comfy-node names are those of the latest versions': `
    select coalesce(c.node_id, x.node_id) || ' ' || coalesce(c.name, x.name) as id
    from comfy_node_claims c full join (
      select n.id as node_id, x.name from nodes n join comfy_nodes x on x.version_id = n.latest_version_id
    ) x on x.node_id = c.node_id and x.name = c.name
    where c.name is null or x.name is null`,
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
  'a search entry belongs to an active node': `
    select s.node_id as id from node_search s join nodes n on n.id = s.node_id where n.status <> 'active'`,
  'a balance is the sum of its ledger entries': `
    select c.id from customers c where c.balance_micros <> (
      select coalesce(sum(l.amount_micros), 0) from ledger_entries l where l.customer_id = c.id)`,
  'an appeal that waits ends with a message of the publisher, and every appeal has one': `
    select a.version_id::text as id from appeals a
    left join lateral (
      select from_moderators from appeal_messages m where m.version_id = a.version_id order by place desc limit 1
    ) last on true
    where last.from_moderators is null or (a.waiting_since is not null and last.from_moderators)`,
  'an advisory hits what it names, and nothing else': `
    select coalesce(h.advisory_id, x.advisory_id) || ' ' || coalesce(h.version_id, x.version_id) as id
    from advisory_versions h full join (
      select a.id as advisory_id, v.id as version_id
      from advisories a join node_versions v on v.node_id = a.node_id or v.archive_digest = any (a.archive_digests)
      where advisory_hits(a, v)
    ) x on x.advisory_id = h.advisory_id and x.version_id = h.version_id
    where h.advisory_id is null or x.advisory_id is null`,
  'a version is killed by an advisory that is published, hits it and refuses installs, or by none': `
    select v.id from node_versions v where v.killed_by is distinct from (
      select min(a.id) from advisory_versions h join advisories a on a.id = h.advisory_id
      where h.version_id = v.id and a.refuses_installs and a.withdrawn_at is null)`,
  'every entry of the last kill list has an advisory': `
    select entry ->> 'advisory' as id
    from (select envelope from kill_lists order by serial desc limit 1) last,
      jsonb_array_elements(convert_from(decode(
        rpad(translate(envelope ->> 'payload', '-_', '+/'),
          4 * ceil(length(envelope ->> 'payload') / 4.0)::int, '='), 'base64'), 'UTF8')::jsonb -> 'entries') as entry
    where not exists (select from advisories a where a.id = entry ->> 'advisory')`,
  'an advisory has all its revisions': `
    select a.id from advisories a where a.revision <> (
      select count(*) from advisory_revisions r where r.advisory_id = a.id)`,
  'a token of trusted publishing announces one version, and is used up by that': `
    select t.id from trusted_tokens t join node_versions v on v.announced_by_token = t.id
    group by t.id having count(*) > 1 or t.used_at is null`,
  'what a build announced says which build that was': `
    select v.id from node_versions v join trusted_tokens t on t.id = v.announced_by_token
    where not exists (select from version_provenance p where p.version_id = v.id)`,
  'a token of trusted publishing that is not used yet is of a repository that is bound': `
    select t.id from trusted_tokens t join trusted_publishers p on p.id = t.trusted_publisher_id
    where t.used_at is null and p.repository_id is null`,
  'an archive belongs to a version': `
    select a.digest as id from archives a
    where not exists (select from node_versions v where v.archive_digest = a.digest)`,
}

export interface Violation {
  rule: string
  ids: string[]
}

/** Walks every invariant over the whole database. At most ten ids a rule are named. */
export async function violations({ patient }: Pick<Database, 'patient'>): Promise<Violation[]> {
  const found: Violation[] = []
  for (const [rule, query] of Object.entries(invariants)) {
    const { rows } = await sql<{ id: string }>`
      select * from (${sql.raw(query)}) as broken limit 10`.execute(patient)
    if (rows.length > 0) found.push({ rule, ids: rows.map(({ id }) => id) })
  }
  return found
}

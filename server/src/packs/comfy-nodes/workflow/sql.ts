import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { sql } from 'kysely'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { hasOwnRepository, namedNodes } from '../../../ground/db/node-key.ts'
import type { ReadPart } from '../../nodes/sql.ts'

export interface RecordedPack {
  /** The index of the record. */
  place: number
  /** The id, repository as `owner/name`, or alias; empty when none is recorded. */
  name: string
  /** In canonical form; empty when none is recorded. */
  repositoryKey: string
  /** Letters and digits of the id; empty when none is recorded. */
  nameKey: string
}

export interface MatchedPack {
  place: number
  id: string
  status: string
  /** The part of the record that matches, the surest first. */
  by: 'id' | 'repository' | 'repository_name'
}

/**
 * Finds the nodes that records name: by id, by repository, and by the repository's name. Skips deleted nodes. Another
 * repository of the same name counts only if a list has it, because anyone can make one. An id that was ever taken belongs
 * to its node alone.
 */
export async function findRecordedPacks(
  db: DbOrTx,
  recorded: readonly RecordedPack[],
): Promise<MatchedPack[]> {
  if (recorded.length === 0) return []
  const { rows } = await sql<MatchedPack>`
    with requested as materialized (
      select * from rows from (json_to_recordset(${JSON.stringify(recorded)}::json)
        as (place integer, name text, "repositoryKey" text, "nameKey" text)) with ordinality
        as r (place, name, "repositoryKey", "nameKey", at)
    ), matched as (
      select r.place, named.id, case when strpos(r.name, '/') > 0 then 2 else 1 end as rank,
          case when strpos(r.name, '/') > 0 then 'repository' else 'id' end as by
        from requested r
        join ${namedNodes(recorded.map(({ name }) => name))} as named on named.place = r.at
      union all
      select r.place, n.id, 2, 'repository' from requested r
        join nodes n on n.repository_key = r."repositoryKey" and ${hasOwnRepository('n')}
        where r."repositoryKey" <> ''
      union all
      select r.place, n.id, 3, 'repository_name' from requested r
        join nodes n on n.repository_names @> array[r."nameKey"] and (
          n.publisher_id = ${unclaimedPublisherId} or (r."repositoryKey" = '' and n.repository_proof is not null))
        where r."nameKey" <> ''
          and not exists (select from nodes other where name_key(other.normalized_id) = name_key(r.name))
    )
    select place, id, status, by from (
      select distinct on (m.place, n.id) m.place, m.rank, n.id, n.status, m.by,
        n.repository_folder, n.downloads, n.github_stars
      from matched m join nodes n on n.id = m.id
      where n.status <> 'deleted' and n.was_public
      order by m.place, n.id, m.rank
    ) as best
    order by place, rank, repository_folder, downloads desc, github_stars desc, id`.execute(db)
  return rows
}

/**
 * Finds the active nodes whose id or repository has exactly these letters and digits, apart from words such as `ComfyUI`
 * and `nodes`: exact ones first, then best known first.
 */
export async function findNodesNamed(
  db: DbOrTx,
  keys: readonly string[],
): Promise<{ id: string; key: string }[]> {
  const { rows } = await sql<{ id: string; key: string }>`
    select n.id, k.key from unnest(${keys}::text[]) as k (key)
    cross join lateral (select
      array[k.key, 'comfyui' || k.key, k.key || 'comfyui', 'comfy' || k.key, k.key || 'comfy'] as exact,
      array[k.key || 'nodes', 'comfyui' || k.key || 'nodes', 'comfy' || k.key || 'nodes'] as longer) as spelled
    join nodes n on (n.repository_names && (exact || longer) and ${hasOwnRepository('n')}) or n.normalized_id = k.key
    where n.status = 'active'
    order by k.key, n.repository_names && longer and n.normalized_id <> k.key, n.downloads desc, n.github_stars desc, n.id`.execute(
    db,
  )
  return rows
}

/** Rows of one mark that are counted: a mark with more names is not one pack's. */
const maxNames = 2000

/** Counts the names with a mark by node, for each mark, most names first. */
export async function countNamesMarked(
  db: DbOrTx,
  marks: readonly { place: 'start' | 'end'; text: string }[],
): Promise<{ mark: number; nodeId: string; names: number }[]> {
  if (marks.length === 0) return []
  const requested = marks.map(({ place, text }, mark) => ({
    mark,
    first: place === 'start' ? text : null,
    last: place === 'end' ? [...text].reverse().join('') : null,
  }))
  // `like` with a pattern from a row reads all names for each mark; these operators search in the index.
  const named = (table: string) => sql`(
      select node_id, name from ${sql.table(table)}
      where name ~>=~ r.first and name ~<~ (r.first || ${lastCharacter}) limit ${maxNames})
    union (
      select node_id, name from ${sql.table(table)}
      where reverse(name) ~>=~ r.last and reverse(name) ~<~ (r.last || ${lastCharacter}) limit ${maxNames})`
  const { rows } = await sql<{ mark: number; nodeId: string; names: number }>`
    select r.mark, marked.node_id as "nodeId", count(*)::int as names
    from json_to_recordset(${JSON.stringify(requested)}::json) as r (mark integer, first text, last text)
    cross join lateral (${named('comfy_node_claims')} union ${named('comfy_node_hints')}) as marked
    join nodes n on n.id = marked.node_id and n.status = 'active'
    group by 1, 2 order by 1, 3 desc, 2`.execute(db)
  return rows
}

/** Sorts after all other characters in the order of bytes. */
const lastCharacter = '\u{10ffff}'

/** Commits and version numbers of a node that a request states, and names of comfy-nodes that it needs. */
export interface StatedCommits {
  /** The index in the request. */
  place: number
  node_id: string
  commits: readonly string[]
  versions: readonly string[]
  names: readonly string[]
}

interface ReadCommit extends ReadPart {
  place: number
  isStated: boolean
  /** The stated version that the commit set in the project file. */
  version: string | null
  repositoryUrl: string
  /** The address of the node today. */
  ownUrl: string
}

/**
 * Lists the stated commits that have been read or are on the main branch, the commits of stated versions, and the current reading,
 * unless they are held. Those with most of the needed comfy-nodes come first, then stated ones, then the newest. A commit that was not
 * read counts as having them all.
 */
export async function listReadCommits(db: DbOrTx, stated: readonly StatedCommits[]): Promise<ReadCommit[]> {
  const { rows } = await sql<ReadCommit>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(stated)}::jsonb)
        as asked (place int, node_id text, commits jsonb, versions jsonb, names jsonb)
    ), found as (
      select asked.place, n.id as node_id, r.commit_id as commit, asked.commits ? r.commit_id as is_stated, null as version,
        r.committed_at as at, r.id as reading_id
      from asked join nodes n on n.id = asked.node_id
      join node_readings r on r.node_id = n.id and (asked.commits ? r.commit_id or r.id = n.reading_id)
      union all
      select asked.place, n.id, v.commit, true, v.version, v.at, r.id
      from asked join nodes n on n.id = asked.node_id
      join node_readings r on r.id = n.reading_id
      cross join jsonb_to_recordset(r.versions) as v (version text, commit text, at timestamptz)
      where asked.versions ? v.version
      union all
      select asked.place, n.id, stated.commit, true, null,
        to_timestamp(('x' || encode(substring(r.main_commits from at.byte + 20 for 4), 'hex'))::bit(32)::bigint), r.id
      from asked join nodes n on n.id = asked.node_id
      join node_readings r on r.id = n.reading_id
      cross join jsonb_array_elements_text(asked.commits) as stated (commit)
      cross join lateral (select position(decode(stated.commit, 'hex') in r.main_commits) as byte) as at
      where length(stated.commit) = 40 and at.byte % 24 = 1
    )
    select found.place, found.commit, r.verdict, r.repository_url as "repositoryUrl", n.repository_url as "ownUrl", found.version,
      found.is_stated as "isStated", r.submodules <> '{}' as "hasSubmodules", null as icon, null as banner,
      (a.traits ->> 'has_requirements')::boolean as "hasRequirements"
    from found join asked on asked.place = found.place
    join nodes n on n.id = found.node_id
    join node_readings r on r.id = found.reading_id and r.verdict <> 'held'
    left join lateral (select read.id, read.verdict from node_readings read
      where read.node_id = n.id and read.commit_id = found.commit order by read.verdict = 'held' desc, read.read_at desc limit 1) as own on true
    left join version_analyses a on a.version_id = own.id
    where own.verdict is distinct from 'held'
    order by found.place, case when own.id is null then jsonb_array_length(asked.names) else
      (select count(*) from comfy_nodes c where c.version_id = own.id and asked.names ? c.name) end desc,
      found.is_stated desc, found.at desc nulls last, r.read_at desc, found.commit`.execute(db)
  return rows
}

import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'

export type Row = Record<string, unknown>

/** Lists ids of listed nodes after an id, in order. */
export async function listListedIds(db: DbOrTx, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from nodes where id > ${after} and status = 'active' order by id limit ${limit}::bigint`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** These nodes, as far as they are still listed, with whatever describes their contents. */
const given = (ids: readonly string[]) => sql`
  (select n.*, v.version, case when v.id is null then r.commit_id end as commit,
    coalesce(v.id is null and r.verdict = 'held', false) as is_held, a.traits, a.capabilities, a.findings, a.manifest
  from nodes n left join node_versions v on v.id = n.facts_id
  left join node_readings r on r.id = n.reading_id
  left join version_analyses a on a.version_id = n.facts_id
  where n.id = any(${ids}::text[]) and n.status = 'active')`

const source = sql`n.id as node_id, n.version, n.commit`
const timeOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const listIn = (object: string, member: string) => {
  const list = sql`${sql.ref(object)} -> ${sql.lit(member)}`
  return sql`array(select jsonb_array_elements_text(case jsonb_typeof(${list}) when 'array' then ${list} else '[]' end))`
}

const queries: Record<string, (ids: readonly string[], since: Date) => RawBuilder<Row>> = {
  nodes: (ids) => sql`
    select n.id, n.name, n.description, n.author, n.category, n.publisher_id, n.repository_url as repository,
      coalesce(nullif(n.license, ''), n.manifest ->> 'license_name', n.traits ->> 'license', '') as license,
      n.tags, n.supported_os, n.supported_accelerators,
      ${listIn('n.traits', 'os')} as detected_os, ${listIn('n.traits', 'accelerators')} as detected_accelerators,
      n.traits ->> 'python' as requires_python,
      nullif(n.supported_comfyui_version, '') as requires_comfyui,
      n.version as latest_version, n.commit as read_commit, n.is_held,
      (select count(*)::int from comfy_nodes c where c.version_id = n.facts_id) as comfy_nodes,
      n.downloads::float8 as downloads, n.github_stars, n.is_archived, n.successor_id,
      ${timeOf('n.repository_changed_at')} as repository_changed_at,
      ${timeOf('n.created_at')} as created_at, ${timeOf('n.updated_at')} as updated_at
    from ${given(ids)} n order by n.id`,
  versions: (ids) => sql`
    select v.node_id, v.version, v.archive_digest as archive_sha256, a.size_bytes::float8 as archive_bytes,
      v.file_count as files, v.unpacked_bytes::float8 as unpacked_bytes, v.dependencies,
      v.deprecated as is_deprecated, v.yanked_at is not null as is_yanked, p.commit_id as build_commit,
      ${timeOf('v.created_at')} as created_at
    from nodes n join node_versions v on v.node_id = n.id left join archives a on a.digest = v.archive_digest
    left join version_provenance p on p.version_id = v.id
    where n.id = any(${ids}::text[]) and n.status = 'active' and v.status = 'active'
    order by v.node_id, v.version_key`,
  comfy_nodes: (ids) => sql`
    select ${source}, c.name, c.display_name, c.category, c.description, c.output_node as is_output,
      c.deprecated as is_deprecated, c.experimental as is_experimental,
      c.input_types, c.return_types, c.return_names, c.output_is_list
    from ${given(ids)} n join comfy_nodes c on c.version_id = n.facts_id
    where c.policy <> 'banned' order by n.id, c.name`,
  requirements: (ids) => sql`
    select ${source}, lines.line as requirement
    from ${given(ids)} n cross join unnest(${listIn('n.traits', 'requirements')}) with ordinality as lines (line, place)
    order by n.id, lines.place`,
  capabilities: (ids) => sql`
    select ${source}, one ->> 'kind' as kind, one ->> 'subject' as subject,
      jsonb_array_length(one -> 'evidence') as places
    from ${given(ids)} n cross join jsonb_array_elements(n.capabilities) with ordinality as each (one, place)
    order by n.id, each.place`,
  findings: (ids) => sql`
    select ${source}, one ->> 'severity' as severity, count(*)::int as findings
    from ${given(ids)} n cross join jsonb_array_elements(n.findings) as one
    group by n.id, n.version, n.commit, one ->> 'severity' order by n.id, severity`,
  downloads: (ids, since) => sql`
    select d.node_id, v.version, to_char(d.day, 'YYYY-MM-DD') as day, d.count::float8 as downloads
    from nodes n join node_downloads d on d.node_id = n.id join node_versions v on v.id = d.version_id
    where n.id = any(${ids}::text[]) and n.status = 'active' and v.status = 'active' and d.day >= ${since}::date
    order by d.node_id, d.day, v.version_key`,
}

/** Reads the rows of all tables about some nodes. Columns without a value are null. */
export async function readTables(tx: Tx, ids: readonly string[], since: Date): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>()
  for (const [table, query] of Object.entries(queries))
    tables.set(table, (await query(ids, since).execute(tx)).rows)
  return tables
}

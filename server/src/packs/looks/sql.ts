import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '../../ground/db/database.ts'

export interface LookRow {
  id: string
  hasPicture: boolean
  workflowCount: number
  /** Some comfy-nodes of the latest version, or of the reading, that can be drawn. */
  comfyNodes: {
    name: string
    display_name: string
    input_types: string
    return_types: string
    return_names: string
  }[]
  /** While nothing was read: names from an import. */
  hints: string[]
}

/** Declarations are long where they list choices; those of most comfy-nodes are some hundred characters. */
const longestDeclaration = 6_000
const maxCandidates = 16
const maxHints = 3

/** Prefers comfy-nodes that match a search. */
export async function listLooks(
  db: DbOrTx,
  nodes: readonly { id: string; matched_comfy_nodes?: string[] }[],
): Promise<LookRow[]> {
  const ids = nodes.map(({ id }) => id)
  const wanted = nodes.flatMap(({ matched_comfy_nodes: names = [] }) => names.slice(0, maxCandidates))
  return (await selectLooks(sql`n.id = any(${ids}::text[])`, wanted).execute(db)).rows
}

/** SQL: the look of a node as JSON. */
export const lookOf = (node: string): RawBuilder<LookRow> => sql<LookRow>`(
  select row_to_json(look) from (${selectLooks(sql`n.id = ${sql.ref(`${node}.id`)}`)}) as look)`

const selectLooks = (condition: RawBuilder<unknown>, wanted: readonly string[] = []) => sql<LookRow>`
    select n.id,
      n.banner_upload <> '' or n.banner_url <> '' or ((a.readme_picture is not null
          or exists (select from reading_pictures p where p.reading_id = r.id and p.kind = 'card')
          or (r.id is null
            and exists (select from version_workflows w where w.version_id = n.facts_id and w.picture_path <> '')))
        and (r.id is null or (r.is_shareable and r.verdict <> 'held'))) as "hasPicture",
      (select count(*)::int from version_workflows w where w.version_id = n.facts_id) as "workflowCount",
      coalesce((select json_agg(c) from (
        select name, display_name, input_types, return_types, return_names from comfy_nodes
        where version_id = n.facts_id and not deprecated and policy <> 'banned'
          and length(input_types) <= ${longestDeclaration}::int
        order by name = any(${wanted}::text[]) desc, name limit ${maxCandidates}::int) as c), '[]') as "comfyNodes",
      case when n.facts_id is null then array(
        select name from comfy_node_hints h where h.node_id = n.id order by length(name), name limit ${maxHints}::int)
      else '{}' end as hints
    from nodes n left join version_analyses a on a.version_id = n.facts_id left join node_readings r on r.id = n.facts_id
    where ${condition}`

import type { ModelInput, ModelOfPack } from '@nodeyard/analysis/models'
import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '../../ground/db/database.ts'

/** Where facts come from: a published version, or the reading of a commit. */
export interface Origin {
  /** Identifies the version or the reading. */
  id: string
  node_id: string
  version: string | null
  commit: string | null
  /** When the version was published, or the commit read. */
  at: Date
}

export type PackFacts<Name extends keyof Parts> = Origin & Pick<Parts, Name>

/**
 * Reads facts of nodes: of the published version or else of the reading that is not held. The one place where features learn
 * about packs. Omits nodes without facts.
 */
export function packFacts<Name extends keyof Parts>(
  db: DbOrTx,
  nodeIds: readonly string[],
  names: readonly Name[],
): Promise<PackFacts<Name>[]> {
  return read(
    db,
    sql`select n.facts_id as id, asked.place from unnest(${nodeIds}::text[]) with ordinality as asked (id, place)
      join nodes n on n.id = asked.id`,
    names,
  )
}

/** Reads the same facts of stated versions, whatever their status, and of stated readings. */
export function factsOf<Name extends keyof Parts>(
  db: DbOrTx,
  ids: readonly string[],
  names: readonly Name[],
): Promise<PackFacts<Name>[]> {
  return read(
    db,
    sql`select id, place from unnest(${ids}::uuid[]) with ordinality as asked (id, place)`,
    names,
  )
}

/** A version or commit of a node, or with an empty text its published version or else its reading. */
export interface Asked {
  place: number
  /** In the form of `nodes.normalized_id`. */
  nodeKey: string
  at: string
}

/** Finds which facts active nodes have to offer: of active versions, and of readings that are not held. */
export async function findOffered(
  db: DbOrTx,
  asked: readonly Asked[],
): Promise<{ place: number; id: string }[]> {
  const { rows } = await sql<{ place: number; id: string }>`
    select * from (
      select asked.place, case when asked.at = '' then n.facts_id else coalesce(
        (select v.id from node_versions v where v.node_id = n.id and v.version = asked.at and v.status = 'active'),
        (select r.id from node_readings r where r.node_id = n.id and r.commit_id = asked.at and r.verdict <> 'held'
          order by r.read_at desc limit 1)) end as id
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (place int, "nodeKey" text, at text)
      join nodes n on n.normalized_id = asked."nodeKey" and n.status = 'active'
    ) as found where id is not null order by place`.execute(db)
  return rows
}

async function read<Name extends keyof Parts>(
  db: DbOrTx,
  picked: RawBuilder<unknown>,
  names: readonly Name[],
): Promise<PackFacts<Name>[]> {
  const columns = names.map((name) => sql`${parts[name]} as ${sql.ref(name)}`)
  const { rows } = await sql<PackFacts<Name>>`
    select ${sql.join([
      sql`picked.id, n.id as node_id, v.version, r.commit_id as commit, coalesce(v.created_at, r.read_at) as at`,
      ...columns,
    ])}
    from (${picked}) as picked
    left join node_versions v on v.id = picked.id left join node_readings r on r.id = picked.id
    join nodes n on n.id = coalesce(v.node_id, r.node_id)
    left join version_analyses a on a.version_id = picked.id
    order by picked.place`.execute(db)
  return rows
}

/** Facts by name. Features name those that they need, because some are long. */
interface Parts {
  /** Lines that its manifest states for installers. */
  dependencies: string[]
  /** Lines of all its files; null if they were not read. */
  requirements: { file: string; line: number; text: string; kind: string }[] | null
  /** Interfaces of the tool that its code uses, and that changed; null if the analysis is older than them. */
  interfaces: { name: string; file: string; line: number }[] | null
  /** Models that it downloads or documents; of earlier analyses from code only. */
  models: (Omit<ModelOfPack, 'from'> & Partial<Pick<ModelOfPack, 'from'>>)[]
  /** Inputs of its comfy-nodes that name files; none in earlier analyses. */
  model_inputs: ModelInput[]
  analyzed_at: Date | null
  supported_os: string[]
  supported_accelerators: string[]
  supported_comfyui_version: string
  supported_comfyui_frontend_version: string
  /** `requires-python`, of its manifest only or of any of its files. */
  manifest_python: string | null
  any_python: string | null
  license: string
  license_name: string | null
  readme_letters: number
  has_tests: boolean
  has_provenance: boolean
  workflow_count: number
  node_count: number
  described_count: number
  typed_count: number
  undecided_count: number
  blocking_findings: number
  cannot_load: boolean
}

/** A column that its author states for a version, and that a reading brings to its node. */
const stated = (column: string) =>
  sql`case when v.id is null then ${sql.ref(`n.${column}`)} else ${sql.ref(`v.${column}`)} end`

const texts = (list: RawBuilder<unknown>) => sql`
  array(select jsonb_array_elements_text(case jsonb_typeof(${list}) when 'array' then ${list} else '[]' end))`

/** Named `a`: the analysis; `v`: the version; `r`: the reading; `n`: the node. */
const parts: Record<keyof Parts, RawBuilder<unknown>> = {
  dependencies: sql`case when v.id is null then ${texts(sql`a.traits -> 'requirements'`)} else v.dependencies end`,
  requirements: sql`a.requirements`,
  interfaces: sql`nullif(a.traits -> 'interfaces', 'null')`,
  models: sql`coalesce(a.traits -> 'models', '[]')`,
  model_inputs: sql`coalesce(a.traits -> 'model_inputs', '[]')`,
  analyzed_at: sql`a.created_at`,
  supported_os: stated('supported_os'),
  supported_accelerators: stated('supported_accelerators'),
  supported_comfyui_version: stated('supported_comfyui_version'),
  supported_comfyui_frontend_version: stated('supported_comfyui_frontend_version'),
  manifest_python: sql`a.manifest ->> 'requires_python'`,
  any_python: sql`coalesce(a.manifest ->> 'requires_python', a.traits ->> 'python')`,
  license: sql`n.license`,
  license_name: sql`coalesce(a.traits ->> 'license', a.manifest ->> 'license_name')`,
  readme_letters: sql`coalesce(a.readme_letters, 0)`,
  has_tests: sql`coalesce(a.has_tests, false)`,
  has_provenance: sql`exists (select from version_provenance p where p.version_id = v.id)`,
  workflow_count: sql`(select count(*)::int from version_workflows w where w.version_id = picked.id)`,
  node_count: sql`(select count(*)::int from comfy_nodes c where c.version_id = picked.id)`,
  described_count: sql`(select count(*)::int from comfy_nodes c where c.version_id = picked.id
    and (c.description <> '' or exists (select from comfy_node_texts t
      where t.version_id = picked.id and t.name = c.name and t.document_html <> '')))`,
  typed_count: sql`(select count(*)::int from comfy_nodes c
    where c.version_id = picked.id and c.input_types <> '' and c.return_types <> '')`,
  undecided_count: sql`coalesce(jsonb_array_length(a.undecided), 0)`,
  blocking_findings: sql`(select count(*)::int from jsonb_array_elements(coalesce(a.findings, '[]')) f
    where f ->> 'severity' in ('high', 'critical'))`,
  cannot_load: sql`coalesce(v.load_failures <> '[]', false)`,
}

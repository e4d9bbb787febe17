import { type RawBuilder, sql } from 'kysely'
import type { ReadingVerdict } from '../../../ground/db/schema.ts'

/** A reading with the facts of its analysis, as JSON: times are texts. */
export interface ReadingFacts {
  id: string
  commit_id: string
  committed_at: string | null
  read_at: string
  repository_url: string
  file_count: number
  unpacked_bytes: number
  omitted_files: number
  omitted_bytes: number
  submodules: string[]
  extract_status: 'success' | 'failed'
  verdict: ReadingVerdict
  is_shareable: boolean
  archive_digest: string | null
  archive_bytes: number | null
  traits: Partial<StoredTraits>
  blocking: number
  comfyNodes: number
}

/** `Traits` of the analysis, as far as the version that stored them knew. */
export interface StoredTraits {
  license?: string
  python?: string
  wheels: string[]
  os: string[]
  accelerators: string[]
  requirements: string[]
  has_requirements: boolean
  examples: number
}

/** SQL: the facts of the readings `r` with their analyses `a`. */
export const readingFacts = sql<ReadingFacts>`to_jsonb(r) || jsonb_build_object('traits', a.traits,
  'blocking', (select count(*) from jsonb_array_elements(a.findings) f where f ->> 'severity' in ('high', 'critical')),
  'comfyNodes', (select count(*) from comfy_nodes c where c.version_id = r.id))`

/** SQL: the reading that describes the node with this alias; null without one. */
export const readingOf = (alias: string): RawBuilder<ReadingFacts | null> => sql`(
  select ${readingFacts} from node_readings r join version_analyses a on a.version_id = r.id
  where r.id = ${sql.ref(`${alias}.reading_id`)})`

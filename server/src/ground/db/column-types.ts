import type { Capability } from '@nodeyard/analysis/facts'
import type { Finding } from '@nodeyard/analysis/ground'
import type { Signed } from '@nodeyard/contract/ground'
import type { LoadFailure } from '@nodeyard/contract/packs'
import type { ColumnType } from 'kysely'

/** The content of JSON columns, which the database does not know; columns that are not listed are `unknown`. */
interface JsonContent {
  'advisories.ranges': AffectedRange[]
  'catalogue_snapshots.envelope': Signed
  'comfy_node_replacements.details': Record<string, unknown>
  'customer_events.params': Record<string, unknown>
  'datasets.envelope': Signed
  'identity_codes.data': Record<string, unknown>
  'identity_keys.public_jwk': object
  'kill_list_keys.public_jwk': object
  'kill_lists.envelope': Signed
  'node_versions.announced_node': AnnouncedNode
  'node_versions.load_failures': LoadFailure[]
  'nodes.translations': Record<string, Record<string, unknown>>
  'notices.facts': Record<string, string>
  'python_advisories.ranges': AffectedRange[]
  'python_index_slices.envelope': Signed
  'release_notes.content': Record<string, string>
  'rescan_changes.findings': Finding[]
  'scan_decisions.parts': GroundPart[]
  'trusted_tokens.build': object
  'version_analyses.capabilities': Capability[]
  'version_analyses.findings': Finding[]
  'version_analyses.requirements': unknown[]
  'version_analyses.undecided': unknown[]
  'version_attestations.bundle': object
  'version_commit_matches.files': { path: string; state: 'changed' | 'added' | 'missing' | 'skipped' }[]
  'version_grounds.parts': GroundPart[]
  'version_replacements.details': Record<string, unknown>
}

type Content<Name> = Name extends keyof JsonContent ? JsonContent[Name] : unknown

/** JSON is written as text. */
export type Json<Name> = ColumnType<Content<Name>, string, string>
export type JsonWithDefault<Name> = ColumnType<Content<Name>, string | undefined, string>
export type OptionalJson<Name> = ColumnType<Content<Name> | null, string | null | undefined, string | null>
/** The database computes the value. */
export type ReadOnly<T> = ColumnType<T, never, never>
/** A time with a default. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

interface AffectedRange {
  introduced: string
  fixed?: string
  last_affected?: string
}

/** The node details of an announcement, by column. */
interface AnnouncedNode {
  name?: string
  description?: string
  author?: string
  license?: string
  icon_url?: string
  banner_url?: string
  tags?: string[]
  repository_url?: string
  /** Columns of the node and of the version that the archive's project file states instead. */
  omitted?: string[]
}

/** A piece of code that a finding rests on. */
interface GroundPart {
  file: string
  name: string
  line: number
  text?: string
}

import type { Selectable } from 'kysely'
import type { Tables } from './tables.ts'

export type Schema = Tables

type Value<Table extends keyof Tables, Column extends keyof Selectable<Tables[Table]>> = NonNullable<
  Selectable<Tables[Table]>[Column]
>

export type PublisherStatus = Value<'publishers', 'status'>
/** A draft has never had an active version, and only its owners and admins see it. */
export type NodeStatus = Value<'nodes', 'status'>
/** How a publisher has proven control of a repository. */
export type RepositoryProof = Value<'nodes', 'repository_proof'>
export type VersionStatus = Value<'node_versions', 'status'>
export type AnnouncedNode = Value<'node_versions', 'announced_node'>
export type GroundPart = Value<'version_grounds', 'parts'>[number]
export type AliasKind = Value<'node_aliases', 'kind'>
export type ReadingVerdict = Value<'node_readings', 'verdict'>
/** Why a repository was not read. */
export type ReadingFailure = Value<'reading_turns', 'failure'>
export type NamePlace = Value<'comfy_node_patterns', 'place'>

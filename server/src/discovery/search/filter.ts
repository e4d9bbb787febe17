import { licenseChoices } from '@nodeyard/analysis/manifest'
import { type Health, type NodeState, notStated } from '@nodeyard/contract/packs'
import { satisfies, valid } from 'semver'
import type { EntryFilter } from '../../packs/nodes/listing/sql.ts'
import {
  accelerators,
  operatingSystems,
  toSemverRange,
  wordOf,
} from '../../packs/nodes/versions/compatibility.ts'
import { allOf, type Condition, ofOneComfyNode, wordCondition } from './condition.ts'
import type { IndexedNode, SearchFilter } from './engine/node-index.ts'
import { healthOf } from './health.ts'
import { facetLabel, inputLabel, keptLabel, outputLabel, publisherLabel, useLabel } from './labels.ts'
import { wordsOf } from './tokens.ts'

/** Criteria for active nodes. Results meet all of them. */
export interface Criteria {
  /** Derived from the search text. */
  condition?: Condition | undefined
  /** Derived from the search text, instead of a condition. */
  slots?: ReadonlySet<number> | undefined
  /** Part of a normalized repository URL. */
  repository?: string | undefined
  publisherId?: string | undefined
  author?: string | undefined
  /** Input and output types of one comfy-node. */
  sockets?: { inputs: readonly string[]; outputs: readonly string[] } | undefined
  narrowed?: Narrowing | undefined
}

/** Filters that the search page offers. */
export interface Narrowing {
  os?: EntryFilter | undefined
  accelerator?: EntryFilter | undefined
  /** Results have all of them. In lowercase. */
  tags?: readonly string[] | undefined
  category?: string | undefined
  license?: string | undefined
  state?: NodeState | undefined
  hasComfyNodes?: boolean | undefined
  hasWorkflows?: boolean | undefined
  /** Names of comfy-nodes in the workflows that it ships. */
  uses?: readonly string[] | undefined
  changedAfter?: Date | undefined
  committedAfter?: Date | undefined
  /** Values of the facets: a basis and a name, a name, or `not_stated`. */
  statedOs?: string | undefined
  statedAccelerator?: string | undefined
  python?: string | undefined
  toolVersion?: string | undefined
  size?: string | undefined
  evidence?: string | undefined
  health?: { value: Health; now: Date } | undefined
}

export function toSearchFilter(criteria: Criteria): SearchFilter {
  const { condition, slots, repository, author, sockets, narrowed = {} } = criteria
  const { os, accelerator, changedAfter, committedAfter, health, toolVersion } = narrowed
  const labels = labelsOf(criteria).map((label) => wordCondition(label, false, ['labels']))
  const people = wordsOf(author ?? '').map(({ whole }) => wordCondition(whole, false, ['people']))
  const all = [
    ...(condition ? [condition] : []),
    ...labels,
    ...people,
    ...(sockets ? [ofOneComfyNode(socketCondition(sockets))] : []),
  ]
  const decisions: ((node: IndexedNode) => boolean)[] = []
  if (repository) decisions.push((node) => node.repository.includes(repository))
  if (os && !wordOf(os.text, operatingSystems)) decisions.push((node) => matchesEntry(node.os, os))
  if (accelerator && !wordOf(accelerator.text, accelerators))
    decisions.push((node) => matchesEntry(node.accelerators, accelerator))
  if (changedAfter) decisions.push((node) => node.changedMs >= changedAfter.getTime())
  if (committedAfter) decisions.push(({ committedMs }) => (committedMs ?? 0) >= committedAfter.getTime())
  if (health) decisions.push((node) => healthOf(node, health.now) === health.value)
  if (toolVersion && !isToolVersionLabel(toolVersion)) decisions.push((node) => runsOn(node, toolVersion))
  return {
    ...(all.length > 0 ? { condition: allOf(all) } : {}),
    ...(slots ? { slots } : {}),
    ...(decisions.length > 0 ? { accepts: (node) => decisions.every((accepts) => accepts(node)) } : {}),
  }
}

function labelsOf({ publisherId, narrowed = {} }: Criteria): string[] {
  const {
    os,
    accelerator,
    tags = [],
    category,
    license,
    state,
    hasComfyNodes,
    hasWorkflows,
    uses = [],
  } = narrowed
  const osWord = os && wordOf(os.text, operatingSystems)
  const acceleratorWord = accelerator && wordOf(accelerator.text, accelerators)
  return [
    ...(publisherId === undefined ? [] : [publisherLabel(publisherId)]),
    ...(osWord ? [keptLabel('os', osWord)] : []),
    ...(acceleratorWord ? [keptLabel('accelerator', acceleratorWord)] : []),
    ...tags.map((tag) => facetLabel('tag', tag)),
    ...(category ? [facetLabel('category', category)] : []),
    ...(license ? [facetLabel('license', licenseChoices(license)[0] ?? license)] : []),
    ...(state ? [facetLabel('state', state)] : []),
    ...(hasWorkflows ? [facetLabel('has_workflows', 'true')] : []),
    ...uses.map(useLabel),
    ...statedLabels(narrowed),
    ...(hasComfyNodes === undefined ? [] : [facetLabel('has_nodes', String(hasComfyNodes))]),
  ]
}

function statedLabels(narrowing: Narrowing): string[] {
  const { statedOs, statedAccelerator, python, size, evidence, toolVersion = '' } = narrowing
  return [
    ...(statedOs ? [facetLabel('os', statedOs)] : []),
    ...(statedAccelerator ? [facetLabel('accelerator', statedAccelerator)] : []),
    ...(python ? [facetLabel('python', python)] : []),
    ...(size ? [facetLabel('size', size)] : []),
    ...(evidence ? [facetLabel('evidence', evidence)] : []),
    ...(isToolVersionLabel(toolVersion) ? [facetLabel('tool_version', toolVersion)] : []),
  ]
}

const isToolVersionLabel = (value: string) => value === 'stated' || value === notStated

function runsOn({ toolVersions }: IndexedNode, asked: string): boolean {
  const version = valid(asked)
  const range = toSemverRange(toolVersions)
  return version !== null && range !== undefined && satisfies(version, range)
}

/** Matches comfy-nodes with these sockets. */
export function socketCondition({ inputs, outputs }: NonNullable<Criteria['sockets']>): Condition {
  const labels = [...inputs.map(inputLabel), ...outputs.map(outputLabel)]
  return allOf(labels.map((label) => wordCondition(label, false, ['comfy'])))
}

/** Must match the same entries as the SQL function of this name. */
function matchesEntry(list: readonly string[], { text, pattern }: EntryFilter): boolean {
  const fitting = new RegExp(pattern, 'i')
  const begins = (entry: string) => entry.toLowerCase().startsWith(text.toLowerCase())
  return list.length === 0 || list.some((entry) => begins(entry) || fitting.test(entry))
}

/** Rounds down to the minute, so that equal searches within a minute are cached together. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 - days * dayMs)
}
const dayMs = 86_400_000

import type { ArchiveSource } from '@nodeyard/analysis/archive'
import { type Graph, type UsedComfyNode, WorkflowRefusal } from '@nodeyard/analysis/workflow'
import type { NamedInText, StatedProblem, Workflow } from '@nodeyard/analysis/workflow-reader'
import { readWorkflowFile } from '@nodeyard/contract/discovery'
import type { Registry } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  findProviders,
  type IdentifiedNode,
  identifyNodes,
  type ProvidedComfyNode,
} from '@nodeyard/contract/packs'

export interface Resolved {
  /** Names of files; none for a pasted text. */
  names: string[]
  comfyNodes: ResolvedComfyNode[]
  /** Packs that a text names by folder or address. */
  packs: { named: string; node: IdentifiedNode }[]
  /** The problems that a text states. */
  problems: StatedProblem[]
  /** The workflows themselves; none for a text. */
  graphs: Graph[]
}

export type ResolvedComfyNode = ProvidedComfyNode & {
  count: number
  /** Whether the workflow runs without it, because it is muted or bypassed everywhere. */
  isInactive: boolean
  recorded: Recorded
}

/** The origin of a comfy-node that the workflow states. */
interface Recorded {
  nodeId: string | undefined
  version: string | undefined
  repository: string | undefined
}

/** A file whose parts can be read. */
export interface GivenFile extends ArchiveSource {
  name: string
}

/** Names of comfy-nodes, such as a person types them. */
export interface GivenNames {
  comfyNodeNames: readonly string[]
}

/** A file, names, or a text, which can be the address of a workflow. */
export type Given = GivenFile | GivenNames | string

/** Reads workflows or texts on this machine, and asks the registry for the names in them. */
export async function resolveWorkflow(
  registry: Registry,
  given: readonly Given[],
  { maxNames = Number.POSITIVE_INFINITY, maxFileLength = Number.POSITIVE_INFINITY }: ResolveLimits = {},
): Promise<Resolved> {
  // Readers of six formats are loaded when the first workflow is resolved.
  const readers = await import('@nodeyard/analysis/workflow-reader')
  const read: Workflow[] = []
  for (const one of given) read.push(await readOne(registry, one, readers, maxFileLength))
  const named = read.flatMap((workflow) => workflow.named ?? [])
  const used = merged(read.flatMap(({ comfyNodes }) => comfyNodes))
  if (used.length > maxNames) throw new WorkflowRefusal('too_large')
  const [asked, inLines, packs] = await Promise.all([
    askProviders(registry, used),
    askLines(registry, named),
    askPacks(registry, named),
  ])
  const comfyNodes = [...asked, ...inLines.filter(isNew(asked))]
  const resolved = {
    names: given.flatMap((one) => (isFile(one) ? [one.name] : [])),
    comfyNodes,
    packs,
    problems: named.flatMap(({ problems }) => problems),
    graphs: read.flatMap(({ graphs }) => graphs),
  }
  const isTyped = given.some(areNames)
  if (resolved.graphs.length === 0 && !isTyped) assertNamesSomething(resolved, named)
  return resolved
}

/** For callers who share a process with others. */
export interface ResolveLimits {
  /** Different comfy-nodes. */
  maxNames?: number
  /** Characters of a file that an address names. */
  maxFileLength?: number
}

export const isFile = (given: Given): given is GivenFile => typeof given !== 'string' && 'read' in given
const areNames = (given: Given): given is GivenNames => typeof given !== 'string' && 'comfyNodeNames' in given

type Readers = typeof import('@nodeyard/analysis/workflow-reader')

async function readOne(
  registry: Registry,
  given: Given,
  readers: Readers,
  maxFileLength: number,
): Promise<Workflow> {
  if (areNames(given)) {
    const names = [...new Set(given.comfyNodeNames)]
    return { format: 'text', comfyNodes: names.map((name) => ({ name, count: 1 })), graphs: [] }
  }
  if (isFile(given)) return readers.readWorkflow(given)
  const address = fileAddressIn(given)
  if (!address) return readers.readWorkflowText(given)
  const { workflow } = await registry.call(readWorkflowFile, { body: { url: address } })
  if (workflow.length > maxFileLength) throw new WorkflowRefusal('too_large')
  return readers.readWorkflowText(workflow)
}

/** Returns the address of a workflow file. Other addresses are those of repositories. */
function fileAddressIn(text: string): string | undefined {
  const address = text.trim()
  const isAddress = /^https:\/\/\S+$/i.test(address) && address.length <= limits.urlLength
  const [page = ''] = address.split(/[?#]/, 1)
  const isFile = /\.(json|png|webp|jpe?g|avif|webm|mp4|mov|flac|mp3|opus|glb|latent|zip|md)$/i.test(page)
  const isPaste =
    /^https:\/\/(gist\.github(usercontent)?\.com|pastebin\.com)\/./i.test(page) ||
    (/^https:\/\/(www\.)?huggingface\.co\//i.test(page) && page.includes('/blob/'))
  return isAddress && (isFile || isPaste) ? address : undefined
}

/** A text that is neither an error nor names anything known is something else. */
function assertNamesSomething(
  { comfyNodes, packs, problems }: Resolved,
  named: readonly NamedInText[],
): void {
  const isKnown = comfyNodes.some(({ status }) => status !== 'unknown') || packs.some(isFoundPack)
  if (!isKnown && problems.length === 0 && !named.some(({ isError }) => isError))
    throw new WorkflowRefusal('unknown_format')
}

/** Returns how to call a pack that a text names by its folder. */
export function nameOfFolder(packs: Resolved['packs'], folder: string): string {
  const id = packs.find(({ named }) => named === folder)?.node.node_id
  return id && id.toLowerCase() !== folder.toLowerCase() ? `${id} (${folder})` : folder
}

const isFoundPack = ({ node }: Resolved['packs'][number]) => node.status !== 'unknown'

const isNew =
  (others: readonly ResolvedComfyNode[]) =>
  ({ comfy_node_name: name }: ResolvedComfyNode) =>
    !others.some((other) => other.comfy_node_name === name)

/** Adds up equal names of several files. */
function merged(used: readonly UsedComfyNode[]): UsedComfyNode[] {
  const found = new Map<string, UsedComfyNode>()
  for (const one of used) {
    const { count, inactive = 0, ...record } = one
    const key = JSON.stringify([record.name, record.nodeId, record.version, record.repository])
    const known = found.get(key)
    found.set(key, {
      ...record,
      count: count + (known?.count ?? 0),
      inactive: inactive + (known?.inactive ?? 0),
    })
  }
  return [...found.values()]
}

/** Asks for any number of comfy-nodes, with any texts that a file has recorded for them. */
export async function askProviders(
  registry: Registry,
  used: readonly UsedComfyNode[],
): Promise<ResolvedComfyNode[]> {
  const possible = used.filter(canBeAsked)
  const requested = possible.map(({ name, nodeId = '', version = '', repository = '' }) => ({
    comfy_node_name: name,
    ...within('node_id', nodeId, limits.bulkIdentifierLength),
    ...within('version', version, limits.bulkIdentifierLength),
    ...within('repository', repository, limits.urlLength),
  }))
  const answers: ProvidedComfyNode[] = []
  for (let at = 0; at < requested.length; at += limits.bulkIdentifiers) {
    const body = { comfy_nodes: requested.slice(at, at + limits.bulkIdentifiers) }
    answers.push(...(await registry.call(findProviders, { body })).comfy_nodes)
  }
  return [
    ...answers.map((answer, at) => withRecord(answer, possible[at])),
    ...used.filter((one) => !canBeAsked(one)).map((one) => withRecord(unknown(one.name), one)),
  ]
}

/** Finds which words of a text's lines are comfy-nodes. The others are ordinary words. */
async function askLines(registry: Registry, named: readonly NamedInText[]): Promise<ResolvedComfyNode[]> {
  const [lines, prose] = [named.flatMap((one) => one.lines), named.flatMap((one) => one.prose)]
  if (lines.length + prose.length === 0) return []
  const { namesInText, runsOf } = await import('@nodeyard/analysis/workflow-reader')
  const runs = runsOf({ lines, prose }).map((name) => ({ name, count: 1 }))
  const known = new Map(
    (await askProviders(registry, runs))
      .filter((one) => one.status !== 'unknown' && one.reason !== 'name_pattern')
      .map((one) => [one.comfy_node_name, one]),
  )
  const isKnown = (run: string) => known.has(run)
  const names = new Set(named.flatMap((text) => namesInText(text, isKnown)))
  // In a list of missing comfy-nodes, a line without a known name is one that is unknown.
  const isError = named.some((one) => one.isError)
  const isUnknown = (line: string) => namesInText({ lines: [line], prose: [], isError }, isKnown).length === 0
  const rest = isError ? lines.filter(isUnknown) : []
  return [
    ...[...names].flatMap((name) => known.get(name) ?? []),
    ...(rest.length === 0
      ? []
      : await askProviders(
          registry,
          rest.map((name) => ({ name, count: 1 })),
        )),
  ]
}

async function askPacks(registry: Registry, named: readonly NamedInText[]): Promise<Resolved['packs']> {
  const asked = named
    .flatMap(({ folders, addresses }) => [
      ...folders.map((folder) => ({ named: folder, request: { folder } })),
      ...addresses.map((repository) => ({ named: repository, request: { repository } })),
    ])
    .slice(0, limits.bulkIdentifiers)
  if (asked.length === 0) return []
  const { nodes } = await registry.call(identifyNodes, {
    body: { nodes: asked.map(({ request }) => request) },
  })
  return asked.map(({ named: name }, at) => ({ named: name, node: nodes[at] ?? { status: 'unknown' } }))
}

/** No registry has longer names. */
const canBeAsked = ({ name }: UsedComfyNode) => name !== '' && name.length <= limits.comfyNodeNameLength

/** Files can say anything: a text that cannot be an id counts as missing. */
function within<Name extends string>(name: Name, value: string, most: number) {
  return (value !== '' && value.length <= most ? { [name]: value } : {}) as Partial<Record<Name, string>>
}

const unknown = (name: string): ProvidedComfyNode => ({
  comfy_node_name: name,
  status: 'unknown',
  notices: [],
  alternatives: [],
})

function withRecord(answer: ProvidedComfyNode, used: UsedComfyNode | undefined): ResolvedComfyNode {
  const { count = 1, inactive = 0, nodeId, version, repository } = used ?? {}
  return { ...answer, count, isInactive: inactive >= count, recorded: { nodeId, version, repository } }
}

/** Wraps a file of the browser. */
export function givenOf(file: (Blob & { name: string }) | string): Given {
  if (typeof file === 'string') return file
  return {
    name: file.name,
    size: file.size,
    read: async (offset: number, length: number) =>
      new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  }
}

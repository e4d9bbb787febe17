import { knownCoreNodes } from '@nodeyard/analysis/core/core-nodes'
import { readWorkflow } from '@nodeyard/analysis/workflow/read'
import { limits } from '@nodeyard/contract/limits'
import { findProviders, type ProvidedComfyNode } from '@nodeyard/contract/providers'
import { sourceOfBytes } from '../analysis/src/archive/source.ts'
import { exif, jpeg, mp4WithComment, png, webm, webp } from '../analysis/src/workflow/files.test-support.ts'
import { type ListedNode, readEntry } from '../server/src/discovery/import/entry.ts'
import { importCatalogue } from '../server/src/discovery/import/import.ts'
import { readLines } from '../server/src/discovery/import/lines.ts'
import { World } from '../server/test/world.ts'
import { findCommunityList } from './community-list.ts'
import { numbersFrom } from './data/chance.ts'
import type { Finding } from './report.ts'

/** How a workflow identifies a comfy-node, which determines the right result. */
const kinds = ['alone', 'disputed', 'recorded', 'by repository', 'built in', 'unknown'] as const
type Kind = (typeof kinds)[number]

interface Used {
  kind: Kind
  name: string
  /** Acceptable node ids in lowercase. */
  right: readonly string[]
  properties: { cnr_id?: string; aux_id?: string }
}

const workflowCount = 240
const fiveMegabytes = 5 * 2 ** 20

/** The files that can carry a workflow. The API's form has no record of the origin of comfy-nodes. */
const carriers: Readonly<Record<string, (editor: string) => Uint8Array>> = {
  JSON: (editor) => Buffer.from(editor),
  'JSON of 5 MB': (editor) =>
    Buffer.from(editor.replace('{', `{"extra":${JSON.stringify('x'.repeat(fiveMegabytes))},`)),
  PNG: (editor) => png([{ chunk: 'tEXt', key: 'workflow', text: editor }]),
  'PNG, packed': (editor) => png([{ chunk: 'packed iTXt', key: 'workflow', text: editor }]),
  'PNG of 5 MB': (editor) => png([{ chunk: 'iTXt', key: 'workflow', text: editor }], fiveMegabytes),
  WebP: (editor) => webp(exif(0x10f, `workflow:${editor}`)),
  JPEG: (editor) => jpeg([{ marker: 0xfe, data: Buffer.from(JSON.stringify({ workflow: editor })) }]),
  MP4: (editor) => mp4WithComment(JSON.stringify({ workflow: editor })),
  WebM: (editor) => webm({ WORKFLOW: editor }),
}

/** The number of requests for a kind of comfy-node, and of right results. */
type Score = Record<Kind, { right: number; all: number }>

/** Measures the resolver over an imported community list, if there is one. */
export async function measureResolver(): Promise<Finding> {
  const list = findCommunityList()
  const finding = { name: 'resolver', title: 'What workflows need, over an imported catalogue' }
  if ('missing' in list)
    return { ...finding, columns: ['measured'], rows: [], gates: [], notes: [list.missing] }
  const world = await World.open()
  const { score, wrong } = await resolveWorkflows(world, list.path, workflowCount).finally(() =>
    world.close(),
  )
  const scores = Object.values(score)
  const total = scores.reduce((sum, { all }) => sum + all, 0)
  const right = scores.reduce((sum, { right: count }) => sum + count, 0)
  return {
    ...finding,
    columns: ['comfy-nodes', 'asked', 'right'],
    rows: Object.entries(score).map(([kind, { all, right: count }]) => [kind, all, count]),
    gates: [
      {
        label: `comfy-nodes of ${workflowCount} workflows whose provider is right`,
        value: right / total,
        atLeast: 1,
      },
    ],
    notes: wrong.slice(0, 20),
  }
}

/**
 * Measures whether the resolver finds the providers of comfy-nodes, over an imported community list:
 * deterministic generated workflows with its comfy-nodes, in every kind of file that can carry one.
 */
export async function resolveWorkflows(
  world: World,
  path: string,
  workflows: number,
): Promise<{ score: Score; wrong: string[] }> {
  const next = numbersFrom(7)
  const choose = chooserOf(await readNodes(path), next)
  const score = Object.fromEntries(kinds.map((kind) => [kind, { right: 0, all: 0 }])) as Score
  const wrong: string[] = []
  await importCatalogue(world.deps, readLines(path))
  for (let index = 0; index < workflows; index++) {
    const used = Array.from({ length: 3 + Math.floor(next() * 40) }, choose)
    const [carrier = '', carry] = Object.entries(carriers)[index % Object.keys(carriers).length] ?? []
    const answers = await resolve(world, carry?.(editorForm(used)) ?? new Uint8Array())
    for (const one of used) {
      const answer = answers.get(keyOf(one.name, one.properties.cnr_id, one.properties.aux_id))
      score[one.kind].all++
      if (isRight(one, answer)) score[one.kind].right++
      else
        wrong.push(`${carrier}: ${one.name} (${one.kind}) → ${answer?.provider?.node_id ?? answer?.status}`)
    }
  }
  return { score, wrong }
}

type NamedNode = ListedNode & { id: string }

async function readNodes(path: string): Promise<NamedNode[]> {
  const nodes: NamedNode[] = []
  for await (const line of readLines(path)) {
    const entry = readEntry(line)
    if (typeof entry === 'object') nodes.push(entry.node)
  }
  return nodes
}

function chooserOf(nodes: readonly NamedNode[], next: () => number): () => Used {
  const claimants = new Map<string, NamedNode[]>()
  for (const node of nodes) {
    for (const name of new Set(node.comfyNodeNames)) {
      if (!knownCoreNodes.has(name)) claimants.set(name, [...(claimants.get(name) ?? []), node])
    }
  }
  const names = [...claimants.keys()]
  const disputed = names.filter((name) => (claimants.get(name)?.length ?? 0) > 1)
  const alone = names.filter((name) => claimants.get(name)?.length === 1)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value
  const idsOf = (name: string) => (claimants.get(name) ?? []).map(({ id }) => id.toLowerCase())
  const make: Record<Kind, () => Omit<Used, 'kind'>> = {
    alone: () => {
      const name = pick(alone)
      return { name, right: idsOf(name), properties: {} }
    },
    disputed: () => {
      const name = pick(disputed)
      return { name, right: idsOf(name), properties: {} }
    },
    recorded: () => {
      const name = pick(disputed)
      const { id } = pick(claimants.get(name) ?? [])
      return { name, right: [id.toLowerCase()], properties: { cnr_id: id } }
    },
    'by repository': () => {
      const name = pick(names)
      const node = pick(claimants.get(name) ?? [])
      const [owner, repository] = node.repositoryUrl.split('/').slice(-2)
      return { name, right: [node.id.toLowerCase()], properties: { aux_id: `${owner}/${repository}` } }
    },
    'built in': () => ({ name: pick(['KSampler', 'LoadImage', 'VAEDecode']), right: [], properties: {} }),
    unknown: () => ({ name: `Nobody has ${Math.floor(next() * 1e9)}`, right: [], properties: {} }),
  }
  return () => {
    const kind = pick(kinds)
    return { kind, ...make[kind]() }
  }
}

function editorForm(used: readonly Used[]): string {
  const nodes = used.map(({ name, properties }, index) => ({ id: index + 1, type: name, properties }))
  return JSON.stringify({ nodes, links: [] })
}

/** Resolves like the page: reads the file locally and sends only names. */
async function resolve(world: World, file: Uint8Array): Promise<Map<string, ProvidedComfyNode>> {
  const { comfyNodes } = await readWorkflow(sourceOfBytes(file))
  const answers = new Map<string, ProvidedComfyNode>()
  for (let at = 0; at < comfyNodes.length; at += limits.bulkIdentifiers) {
    const part = comfyNodes.slice(at, at + limits.bulkIdentifiers)
    const { comfy_nodes } = await world.anonymous.call(findProviders, {
      body: {
        comfy_nodes: part.map(({ name, nodeId, repository }) => ({
          comfy_node_name: name,
          ...(nodeId ? { node_id: nodeId } : {}),
          ...(repository ? { repository } : {}),
        })),
      },
    })
    for (const [index, { name, nodeId, repository }] of part.entries()) {
      const answer = comfy_nodes[index]
      if (answer) answers.set(keyOf(name, nodeId, repository), answer)
    }
  }
  return answers
}

const keyOf = (name: string, nodeId = '', repository = '') => JSON.stringify([name, nodeId, repository])

function isRight({ kind, right }: Used, answer: ProvidedComfyNode | undefined): boolean {
  if (kind === 'built in') return answer?.status === 'built_in'
  if (kind === 'unknown') return answer?.status === 'unknown'
  const providers = [answer?.provider, ...(answer?.alternatives ?? [])].map((one) =>
    one?.node_id.toLowerCase(),
  )
  if (!right.includes(providers[0] ?? '')) return false
  // Up to five providers of the same name are listed.
  return (
    kind !== 'disputed' ||
    providers.filter((id) => right.includes(id ?? '')).length >= Math.min(right.length, 6)
  )
}

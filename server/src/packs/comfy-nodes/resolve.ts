import { isToolId, packKey, shortKey } from '@nodeyard/analysis/comfy-nodes'
import { type BodyOf, defined, type ResponseOf } from '@nodeyard/contract/ground'
import type { findProviders as contract, ProvidedComfyNode, ProviderReason } from '@nodeyard/contract/packs'
import type { GroundDeps } from '../../ground/deps.ts'
import { findReplacements } from '../replacements/find.ts'
import type { Candidate } from './sql.ts'
import { type Agreed, agree } from './workflow/agree.ts'
import { chooseTogether, isNamesake, type OpenName, type Option } from './workflow/choose.ts'
import { fromRecord, type PackChoice } from './workflow/from-record.ts'
import { type Known, lookUp, type Requested } from './workflow/look-up.ts'
import { canBeRecorded } from './workflow/same-pack.ts'
import { toProvider } from './workflow/to-provider.ts'

const maxAlternatives = 5

/**
 * Finds the provider of each comfy-node and the reason for it. The tool's own names come first, then the workflow's
 * record, then marks in the name. The rest is chosen together; see {@link chooseTogether}.
 */
export async function resolveComfyNodes(
  { db, config }: Pick<GroundDeps, 'db' | 'config'>,
  { comfy_nodes: requested }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const known = await lookUp(db, requested)
  const canBe = canBeRecorded(requested, known)
  const decisions = requested.map((one, place) => decide(one, place, known, canBe))
  addChosen(requested, decisions, known, canBe)
  const { choices, readings } = await agree(db, requested, decisions.map(choiceIn), known)
  const results = requested.map((one, place) => {
    const decision = decisions[place] ?? undecided
    const choice = choices.get(place)
    const agreed = choice && decision.status !== 'built_in' ? { ...decision, choice } : decision
    return toWire(config, one, agreed, known, readings)
  })
  return { comfy_nodes: await withReplacements(db, results) }
}

const maxReplacements = 3

/** Names the successors of comfy-nodes that cannot be installed. */
async function withReplacements(
  db: GroundDeps['db'],
  results: readonly ProvidedComfyNode[],
): Promise<ProvidedComfyNode[]> {
  const isGone = ({ status, tool }: ProvidedComfyNode) => status === 'unknown' || tool?.until !== undefined
  const names = new Set(results.filter(isGone).map(({ comfy_node_name }) => comfy_node_name))
  const found = await findReplacements(db, [...names])
  return results.map((result) => {
    const replacements = isGone(result) ? found.get(result.comfy_node_name) : undefined
    if (!replacements) return result
    const shown = replacements.slice(0, maxReplacements)
    return {
      ...result,
      replaced_by: shown.map(({ new_node_id, provider_id, origin, is_confirmed }) => ({
        new_node_id,
        origin,
        is_confirmed,
        ...defined({ provider_id }),
      })),
    }
  })
}

type Decision =
  | { status: 'built_in' }
  | { status: 'open' | 'decided'; choice?: PackChoice | undefined; notices: ProvidedComfyNode['notices'] }

const choiceIn = (decision: Decision) => ('choice' in decision ? decision.choice : undefined)

const undecided: Decision = { status: 'open', notices: [] }

/** The name of a subgraph, which the workflow should define itself. */
const subgraphId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Decides without looking at the rest of the workflow, if possible. */
function decide(one: Requested, place: number, known: Known, canBe: CanBe): Decision {
  const { comfy_node_name: name, node_id } = one
  if (subgraphId.test(name)) return { status: 'decided', notices: ['missing_subgraph'] }
  if (isToolId(node_id)) return { status: 'built_in' }
  const recorded = fromRecord(one, place, known)
  if (known.core.has(name) && !recorded?.isShown) return { status: 'built_in' }
  if (recorded?.choice) return { status: 'decided', choice: recorded.choice, notices: [] }
  const marked = fromMark(name, known)
  const notices = recorded?.notices ?? []
  return marked && canBe(place, marked.nodeId)
    ? { status: 'decided', choice: marked, notices }
    : { status: 'open', notices }
}

type CanBe = ReturnType<typeof canBeRecorded>

/**
 * Uses the pack that a name's mark belongs to, unless its archive lacks the name and another node has it, or the same
 * owner has another pack that is known to provide it.
 */
function fromMark(name: string, { marked, nodes, names, candidates }: Known): PackChoice | undefined {
  const nodeId = marked.get(name)
  const ownerOf = (id = '') => nodes.get(id)?.node.repository_key?.split('/').slice(0, -1).join('/') ?? id
  const latest = nodeId === undefined ? undefined : nodes.get(nodeId)?.latest
  const isRefuted = latest ? names.get(latest.id)?.has(name) === false : false
  const [best, second] = candidates.get(name) ?? []
  if (nodeId === undefined || (isRefuted && best) || best?.isPreempted) return undefined
  if (best?.nodeId === nodeId && !second) return undefined
  if (best && best.nodeId !== nodeId && ownerOf(best.nodeId) === ownerOf(nodeId)) return undefined
  return { nodeId, reason: 'name_pattern', notices: [isRefuted ? 'not_in_latest_version' : 'unverified'] }
}

/** Chooses for all open names of the workflow at once. A record of an unknown pack leaves only what can be this pack. */
function addChosen(requested: readonly Requested[], decisions: Decision[], known: Known, canBe: CanBe): void {
  const needed = new Set(decisions.flatMap((one) => choiceIn(one)?.nodeId ?? []))
  const names = [
    ...new Set(
      requested.flatMap(({ comfy_node_name: name }, place) =>
        decisions[place]?.status === 'open' && known.candidates.has(name) ? [name] : [],
      ),
    ),
  ]
  const open = names.map((name) => toOpen(name, known))
  const chosen = chooseTogether(open, needed)
  const choiceOf = new Map(
    open.flatMap(({ name, ...of }, at) => {
      const option = chosen[at]
      return option ? [[name, { of, option }] as const] : []
    }),
  )
  decisions.forEach((decision, place) => {
    const choice = choiceOf.get(requested[place]?.comfy_node_name ?? '')
    const options = choice ? [choice.option, ...choice.of.options] : []
    const option = options.find(({ nodeId }) => canBe(place, nodeId))
    if (decision.status === 'open' && choice && option) decision.choice = fromCandidates(choice.of, option)
  })
}

/** An author who names a comfy-node after the pack has it from there. */
function toOpen(name: string, { candidates, nodes }: Known): OpenName & { name: string } {
  const options = candidates.get(name) ?? []
  const key = shortKey(packKey(name))
  const isNamed = ({ nodeId }: Candidate) =>
    [nodeId, nodes.get(nodeId)?.node.repository_key?.split('/').at(-1) ?? ''].some(
      (one) => shortKey(packKey(one)) === key,
    )
  return { name, options, named: new Set(options.filter(isNamed).map(({ nodeId }) => nodeId)) }
}

function fromCandidates(of: OpenName, chosen: Option): PackChoice {
  const [best, second] = of.options
  const isBest = best?.nodeId === chosen.nodeId
  const reason = best && isBest ? reasonFor(best, second) : 'same_workflow'
  return {
    nodeId: chosen.nodeId,
    reason: isOpen(reason) && isNamesake(of, chosen) ? 'pack_name' : reason,
    notices: chosen.isVerified ? [] : ['unverified'],
  }
}

/** Reasons that a name outweighs. */
const isOpen = (reason: ProviderReason) =>
  reason === 'same_workflow' || reason === 'popularity' || reason === 'older'

/** Returns the first sort key in which the best two differ. */
function reasonFor(best: Option, second: Option | undefined): ProviderReason {
  if (best.isPreempted) return 'preempted'
  if (!second) return 'only_provider'
  if (best.isVerified !== second.isVerified) return 'verified'
  if (best.ranking !== second.ranking) return 'ranking'
  return best.downloads !== second.downloads || best.stars !== second.stars ? 'popularity' : 'older'
}

function toWire(
  config: GroundDeps['config'],
  { comfy_node_name: name }: Requested,
  decision: Decision,
  known: Known,
  readings: Agreed['readings'],
): ProvidedComfyNode {
  if (decision.status === 'built_in') {
    const tool = known.core.get(name)
    const built = { comfy_node_name: name, status: 'built_in' as const, notices: [], alternatives: [] }
    return tool && Object.keys(tool).length > 0 ? { ...built, tool } : built
  }
  const { choice } = decision
  const notices = [...decision.notices, ...(choice?.notices ?? [])]
  const parts = choice && known.nodes.get(choice.nodeId)
  const alternatives = (known.candidates.get(name) ?? [])
    .filter(({ nodeId }) => nodeId !== choice?.nodeId)
    .flatMap(({ nodeId }) => known.nodes.get(nodeId) ?? [])
    .slice(0, maxAlternatives)
    .map((other) => toProvider(config, other))
  if (!choice || !parts) return { comfy_node_name: name, status: 'unknown', notices, alternatives }
  const version = choice.version ?? parts.latest
  const reading = readings.get(choice.nodeId)
  if (version?.deprecated) notices.push('deprecated')
  return {
    comfy_node_name: name,
    status: 'found',
    provider: toProvider(config, reading ? { ...parts, reading } : parts, version),
    reason: choice.reason,
    notices,
    alternatives,
  }
}

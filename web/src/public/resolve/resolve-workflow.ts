import type { UsedComfyNode } from '@nodeyard/analysis/workflow/graph'
import { WorkflowRefusal } from '@nodeyard/analysis/workflow/refusal'
import type { Registry } from '@nodeyard/contract/client'
import { limits } from '@nodeyard/contract/limits'
import { findProviders, type ProvidedComfyNode } from '@nodeyard/contract/providers'
import type { TextKey } from '../../ground/texts/texts.ts'

export interface Resolved {
  /** Of the file, or empty for a pasted text. */
  name: string
  comfyNodes: (ProvidedComfyNode & { count: number; recorded: Recorded })[]
}

/** What the workflow says of where a comfy-node is from. */
interface Recorded {
  nodeId: string | undefined
  version: string | undefined
  repository: string | undefined
}

export type ResolveProblem = TextKey<'resolve'>

const problems: Record<WorkflowRefusal['problem'], ResolveProblem> = {
  unknown_format: 'problem_unknown_format',
  no_workflow: 'problem_no_workflow',
  broken: 'problem_broken',
  too_large: 'problem_too_large',
}

/** Why a workflow could not be resolved, as a text to show. */
export function problemOf(error: unknown): ResolveProblem {
  return error instanceof WorkflowRefusal ? problems[error.problem] : 'problem_no_answer'
}

/** Reads the workflow here, in the browser, and asks the registry for the names in it. */
export async function resolveWorkflow(registry: Registry, given: File | string): Promise<Resolved> {
  // Readers of six formats: only who resolves a workflow needs them.
  const { readWorkflow, readWorkflowText } = await import('@nodeyard/analysis/workflow/read')
  const { comfyNodes } =
    typeof given === 'string' ? readWorkflowText(given) : await readWorkflow(sourceOf(given))
  const used = comfyNodes.filter(canBeAsked)
  const asked = used.map(({ name, nodeId = '', version = '', repository = '' }) => ({
    comfy_node_name: name,
    ...within('node_id', nodeId, limits.bulkIdentifierLength),
    ...within('version', version, limits.bulkIdentifierLength),
    ...within('repository', repository, limits.urlLength),
  }))
  const answers: ProvidedComfyNode[] = []
  for (let at = 0; at < asked.length; at += limits.bulkIdentifiers) {
    const body = { comfy_nodes: asked.slice(at, at + limits.bulkIdentifiers) }
    answers.push(...(await registry.call(findProviders, { body })).comfy_nodes)
  }
  return {
    name: typeof given === 'string' ? '' : given.name,
    comfyNodes: [
      ...answers.map((answer, at) => withRecord(answer, used[at])),
      ...comfyNodes.filter((one) => !canBeAsked(one)).map((one) => withRecord(unknown(one.name), one)),
    ],
  }
}

/** A longer name is nobody's. */
const canBeAsked = ({ name }: UsedComfyNode) => name.length <= limits.comfyNodeNameLength

/** Files may say anything: what cannot be an id is as good as not said. */
function within<Name extends string>(name: Name, value: string, most: number) {
  return (value !== '' && value.length <= most ? { [name]: value } : {}) as Partial<Record<Name, string>>
}

const unknown = (name: string): ProvidedComfyNode => ({
  comfy_node_name: name,
  status: 'unknown',
  notices: [],
  alternatives: [],
})

function withRecord(answer: ProvidedComfyNode, used: UsedComfyNode | undefined) {
  const { count = 1, nodeId, version, repository } = used ?? {}
  return { ...answer, count, recorded: { nodeId, version, repository } }
}

function sourceOf(file: File) {
  return {
    size: file.size,
    read: async (offset: number, length: number) =>
      new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  }
}

import type { UsedComfyNode } from '@nodeyard/analysis/workflow/graph'
import { WorkflowRefusal } from '@nodeyard/analysis/workflow/refusal'
import type { Registry } from '@nodeyard/contract/client'
import { limits } from '@nodeyard/contract/limits'
import { findProviders, type ProvidedComfyNode } from '@nodeyard/contract/providers'
import type { TextKey } from '../../ground/texts/texts.ts'

export interface Resolved {
  /** Name of the file; empty for pasted text. */
  name: string
  comfyNodes: (ProvidedComfyNode & { count: number; recorded: Recorded })[]
}

/** Origin of a comfy-node as recorded in the workflow. */
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

/** Converts an error to a text key. */
export function problemOf(error: unknown): ResolveProblem {
  return error instanceof WorkflowRefusal ? problems[error.problem] : 'problem_no_answer'
}

/** Reads the workflow in the browser and sends only its names to the registry. */
export async function resolveWorkflow(registry: Registry, input: File | string): Promise<Resolved> {
  // Parsers of six formats, loaded only when a workflow is resolved.
  const { readWorkflow, readWorkflowText } = await import('@nodeyard/analysis/workflow/read')
  const { comfyNodes } =
    typeof input === 'string' ? readWorkflowText(input) : await readWorkflow(sourceOf(input))
  const used = comfyNodes.filter(isValidName)
  const requested = used.map(({ name, nodeId = '', version = '', repository = '' }) => ({
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
  return {
    name: typeof input === 'string' ? '' : input.name,
    comfyNodes: [
      ...answers.map((answer, at) => withRecord(answer, used[at])),
      ...comfyNodes.filter((one) => !isValidName(one)).map((one) => withRecord(unknown(one.name), one)),
    ],
  }
}

/** Longer names cannot exist. */
const isValidName = ({ name }: UsedComfyNode) => name.length <= limits.comfyNodeNameLength

/** Files can contain anything; values that cannot be ids are dropped. */
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

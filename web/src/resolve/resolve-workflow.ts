import { WorkflowRefusal } from '@nodeyard/analysis/workflow/refusal'
import type { Registry } from '@nodeyard/contract/client'
import { limits } from '@nodeyard/contract/limits'
import { findProviders, type ProvidedComfyNode } from '@nodeyard/contract/providers'
import type { TextKey } from '../texts.ts'

export interface Resolved {
  /** Of the file, or empty for a pasted text. */
  name: string
  comfyNodes: (ProvidedComfyNode & { count: number })[]
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
  const asked = comfyNodes
    .filter(({ name }) => name.length <= limits.comfyNodeNameLength)
    .map(({ name, nodeId, version, repository }) => ({
      comfy_node_name: name,
      ...(nodeId ? { node_id: nodeId } : {}),
      ...(version ? { version } : {}),
      ...(repository ? { repository } : {}),
    }))
  const answers: ProvidedComfyNode[] = []
  for (let at = 0; at < asked.length; at += limits.bulkIdentifiers) {
    const body = { comfy_nodes: asked.slice(at, at + limits.bulkIdentifiers) }
    answers.push(...(await registry.call(findProviders, { body })).comfy_nodes)
  }
  return {
    name: typeof given === 'string' ? '' : given.name,
    comfyNodes: answers.map((answer, at) => ({ ...answer, count: comfyNodes[at]?.count ?? 1 })),
  }
}

function sourceOf(file: File) {
  return {
    size: file.size,
    read: async (offset: number, length: number) =>
      new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  }
}

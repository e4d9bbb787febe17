import { WorkflowRefusal } from '@nodeyard/analysis/workflow'
import { defined, type Registry } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { isCloned, isInstallable, neededNodes } from '@nodeyard/planning/needed'
import { type ResolvedComfyNode, resolveWorkflow } from '@nodeyard/planning/resolve'
import { unlistedRepositories } from '@nodeyard/planning/unlisted-repositories'
import type { JsonSchema } from './tool.ts'

export const resolveWorkflowName = 'resolve_workflow'

export const resolveWorkflowTool = {
  name: resolveWorkflowName,
  description:
    'The packs that a workflow or an error text needs: one entry per pack with the nodes it provides, the nodes of the tool itself, those that no pack provides, and repositories that the workflow records for them and this registry does not list.',
  inputSchema: {
    type: 'object',
    properties: {
      workflow: {
        description:
          'The workflow: its JSON as saved by the editor or sent to the API, as an object or as text. Or an error text, such as a list of missing nodes or a traceback.',
        anyOf: [{ type: 'object' }, { type: 'string' }],
      },
    },
    required: ['workflow'],
    additionalProperties: false,
  } satisfies JsonSchema,
}

export const maxWorkflow = { maxNames: limits.bulkIdentifiers, maxFileLength: 1_000_000 } as const

/** Finds the packs that a workflow or a text needs. Only the names in it reach the registry. */
export async function resolveForAgent(
  registry: Registry,
  workflow: unknown,
  init: RequestInit,
): Promise<unknown> {
  const cancellable: Registry = { call: (route, input) => registry.call(route, input, init) }
  const text = typeof workflow === 'string' ? workflow : JSON.stringify(workflow ?? null)
  const { comfyNodes, packs, problems } = await resolveWorkflow(cancellable, [text], maxWorkflow).catch(
    explain,
  )
  const inactive = comfyNodes.filter(({ isInactive }) => isInactive)
  const unlisted = unlistedRepositories(comfyNodes).map(({ url, commit, comfyNodes: nodes }) => ({
    url,
    ...defined({ commit }),
    nodes,
  }))
  return {
    packs: neededNodes(comfyNodes).map(packOf),
    ...(packs.length === 0
      ? {}
      : { named_packs: packs.map(({ named, node: { status, node_id } }) => ({ named, status, node_id })) }),
    ...(problems.length === 0 ? {} : { problems }),
    built_in: namesOf(comfyNodes, 'built_in'),
    unknown: namesOf(comfyNodes, 'unknown'),
    ...(unlisted.length === 0 ? {} : { unlisted_repositories: unlisted }),
    ...(inactive.length === 0 ? {} : { runs_without: inactive.map((one) => one.comfy_node_name) }),
    ...replacementsOf(comfyNodes),
  }
}

function explain(error: unknown): never {
  if (!(error instanceof WorkflowRefusal)) throw error
  if (error.problem === 'too_large')
    throw new TypeError(
      `This is too large: at most ${maxWorkflow.maxNames} different nodes, and ${maxWorkflow.maxFileLength} characters at an address.`,
    )
  throw new TypeError(
    'This names no node: expected the JSON that the editor saves, the one for its API, or an error text.',
  )
}

function packOf(needed: ReturnType<typeof neededNodes<ResolvedComfyNode>>[number]) {
  const { provider, comfyNodes } = needed
  const { node_id: pack, version, repository, install } = provider
  return {
    pack,
    ...defined({ version: version?.version, repository: repository || undefined }),
    install: isInstallable(needed) ? 'archive' : isCloned(needed) ? 'repository' : 'unavailable',
    ...(isCloned(needed) && install.commit ? { commit: install.commit } : {}),
    nodes: comfyNodes.map((one) => one.comfy_node_name),
  }
}

const namesOf = (comfyNodes: readonly ResolvedComfyNode[], status: ResolvedComfyNode['status']) =>
  comfyNodes.filter((one) => one.status === status).map((one) => one.comfy_node_name)

function replacementsOf(comfyNodes: readonly ResolvedComfyNode[]) {
  const replaced = comfyNodes.flatMap(({ comfy_node_name: name, replaced_by: by = [] }) =>
    by.length === 0 ? [] : [{ node: name, replaced_by: by }],
  )
  return replaced.length === 0 ? {} : { replacements: replaced }
}

import { resolveWorkflowName } from '@nodeyard/agents/workflow'
import { examples } from '@nodeyard/contract/examples'
import { addressOf, type Route } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { routes } from '@nodeyard/contract/routes'
import type { JsonSchema } from '../../server/test/arbitrary.ts'
import type { ExampleScene } from '../../server/test/example-scene.ts'
import type { World } from '../../server/test/world.ts'
import { largestInput } from './largest-request.ts'
import { requirementLines } from './solver.ts'
import { numbered } from './text.ts'

/** Every route that strangers can call, by the name of its object in the contract. Proxied calls are passed on. */
export const strangersRoutes: readonly [name: string, route: Route][] = Object.entries(routes).filter(
  ([, { access, path }]) => !/admin|service|webhook|ci-secret/.test(access) && !path.startsWith('/proxy/'),
)

/** Sends as much as the schema of a route and the limits of requests allow, times `share`. */
export async function largestRequest(
  scene: ExampleScene,
  [name, route]: readonly [string, Route],
  share: number,
): Promise<() => Promise<unknown>> {
  const { input = {}, headers: shown } = examples.get(route) ?? {}
  const { params, query, body } = input as Record<string, Record<string, unknown> | undefined>
  const largeQuery = largestInput('query', route.query as JsonSchema, query, share)
  const largeBody = largestInput('body', route.body as JsonSchema, body, share)
  const payload = route.method === 'GET' ? '' : JSON.stringify(largeBody ?? null)
  const url = addressOf(route, params ?? {}, (largeQuery ?? {}) as Record<string, unknown>)
  const headers = {
    ...(shown as object | undefined),
    ...(await scene.headersFor(name, route.access, payload)),
    'content-type': 'application/json',
  }
  return () =>
    scene.world.inject({ method: route.method, url, headers, ...(payload === '' ? {} : { payload }) })
}

/** A request whose cost depends on what its input says, or on what strangers stored. */
export interface Computation {
  /** The name of a route in the contract, or of a tool for agents. */
  of: string
  name: string
  request(size: number): { method?: 'GET'; url: string; body?: unknown }
  largest: number
}

const machine = { python: '3.12', os: 'linux' }
const post = (url: string, body: unknown) => ({ url, body })
const tool = (name: string, args: object) =>
  post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
const listOf = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => item(index))
const apiWorkflow = (count: number) =>
  Object.fromEntries(listOf(count, (i) => [`${i}`, { class_type: `Node ${i}`, inputs: { a: [`${i}`, 0] } }]))

/** Packs that strangers stored, all with as many requirements as a version can have. */
export const storedPacks = 30
const longLine = `torch${numbered((i) => `${i ? ',' : ''}!=1.${i}`)(limits.dependencyLength - 20)}`

export async function storePacks({ given, deps }: World): Promise<void> {
  const dependencies = listOf(limits.dependencies, (i) => `${longLine},!=2.${i}`)
  for (const id of listOf(storedPacks, idOf)) {
    await given.node({ id })
    await given.version({ node_id: id, version: '1.0.0', dependencies })
  }
  const ranges = listOf(20, (i) => ({ introduced: `${i}.0`, fixed: `${i}.5` }))
  for (const i of listOf(200, (i) => i))
    await deps.db
      .insertInto('python_advisories')
      .values({
        id: `A-${i}`,
        package: 'torch',
        aliases: [],
        summary: 'Problem',
        severity: 'high',
        ranges: JSON.stringify(ranges),
        versions: listOf(100, (j) => `${i}.${j}`),
        modified_at: deps.now(),
        imported_at: deps.now(),
        withdrawn_at: null,
      })
      .execute()
}

const idOf = (index: number) => `stored-${index}`
const stored = (share: number) => listOf(storedPacks * share, (i) => ({ node_id: idOf(i) }))

/** Files at addresses that callers name. */
export const hostedFiles: Record<string, (size: number) => string> = {
  '/nodes.json': (size) => JSON.stringify(apiWorkflow(size / 60)),
  '/lists.json': (size) => `[${'[],'.repeat(size / 3 - 2)}[]]`,
  '/depth.json': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  '/numbers.json': (size) => `{"1":{"class_type":"A","inputs":{"a":[${'0,'.repeat(size / 2 - 30)}0]}}}`,
  '/names.txt': (size) => 'Aa Bb\n'.repeat(size / 6),
}

export const computations: readonly Computation[] = [
  ...Object.entries(requirementLines).flatMap(([name, make]): Computation[] => [
    {
      of: 'checkRequirements',
      name,
      largest: limits.freezeLength,
      request: (size) =>
        post('/bulk/requirements/check', {
          freeze: make(0.95 * size),
          tool_requirements: make(0.95 * size),
          machine,
        }),
    },
    {
      of: 'planInstallation',
      name,
      largest: limits.freezeLength,
      request: (size) =>
        post('/bulk/plan', {
          packs: [],
          freeze: make(0.95 * size),
          tool_requirements: make(0.95 * size),
          machine,
        }),
    },
  ]),
  {
    of: 'checkRequirements',
    name: 'packs with long requirements',
    largest: 1,
    request: (share) => post('/bulk/requirements/check', { nodes: stored(share), machine }),
  },
  {
    of: 'planInstallation',
    name: 'packs with long requirements',
    largest: 1,
    request: (share) => post('/bulk/plan', { packs: stored(share), machine }),
  },
  {
    of: 'getCompatibility',
    name: 'beside packs with long requirements',
    largest: 1,
    request: () => ({ method: 'GET', url: `/nodes/${idOf(0)}/compatibility` }),
  },
  {
    of: 'listRequirementAdvisories',
    name: 'long requirements',
    largest: 1,
    request: () => ({ method: 'GET', url: `/nodes/${idOf(0)}/versions/1.0.0/requirement-advisories` }),
  },
  {
    of: 'bulkVersions',
    name: 'one large version many times',
    largest: limits.bulkIdentifiers,
    request: (size) =>
      post('/bulk/nodes/versions', {
        node_versions: listOf(size, () => ({ node_id: idOf(0), version: '1.0.0' })),
      }),
  },
  {
    of: 'identifyNodes',
    name: 'one large version many times',
    largest: limits.bulkIdentifiers,
    request: (size) =>
      post('/bulk/nodes/identify', { nodes: listOf(size, () => ({ node_id: idOf(0), version: '1.0.0' })) }),
  },
  {
    of: 'findProviders',
    name: 'recorded in one large version',
    largest: limits.bulkIdentifiers,
    request: (size) =>
      post('/bulk/comfy-nodes/providers', {
        comfy_nodes: listOf(size, (i) => ({ comfy_node_name: `A${i}`, node_id: idOf(0), version: '1.0.0' })),
      }),
  },
  {
    of: 'resolveModels',
    name: 'names of files',
    largest: limits.resolvedModels,
    request: (size) =>
      post('/bulk/models/resolve', {
        models: listOf(size, (i) => ({ name: `${'a'.repeat(200)}${i}.safetensors` })),
      }),
  },
  {
    of: 'listPackModels',
    name: 'packs',
    largest: limits.checkedNodes,
    request: (size) => post('/bulk/models/packs', { nodes: listOf(size, (i) => ({ node_id: idOf(i) })) }),
  },
  {
    of: 'listNodes',
    name: 'large packs',
    largest: limits.nodePageSize.max,
    request: (size) => ({ method: 'GET', url: `/nodes?limit=${Math.floor(size)}` }),
  },
  ...['IMAGE -> MASK ', 'ab ', 'tag:a ', '"', '文字'].map(
    (part): Computation => ({
      of: 'searchNodes',
      name: `searching ${part}`,
      largest: limits.searchLength,
      request: (size) => ({
        method: 'GET',
        url: `/nodes/search?search=${encodeURIComponent(part.repeat(size / part.length))}`,
      }),
    }),
  ),
  ...Object.keys(hostedFiles).map(
    (path): Computation => ({
      of: 'readWorkflowFile',
      name: path,
      largest: limits.fetchedWorkflowBytes,
      request: (size) =>
        post('/workflow-file', { url: `https://files.test${path}?size=${Math.floor(size)}` }),
    }),
  ),
  ...Object.entries({
    _meta: (fields: object) => ({ method: 'tools/list', params: { _meta: fields } }),
    arguments: (fields: object) => ({
      method: 'tools/call',
      params: { name: 'search_packs', arguments: fields },
    }),
    workflow: (fields: object) => tool(resolveWorkflowName, { workflow: fields }).body as object,
  }).map(
    ([name, message]): Computation => ({
      of: resolveWorkflowName,
      name: `fields of ${name}`,
      largest: 100_000,
      request: (size) =>
        post('/mcp', {
          jsonrpc: '2.0',
          id: 1,
          ...message(Object.fromEntries(listOf(size, (i) => [i.toString(36), 1]))),
        }),
    }),
  ),
  {
    of: resolveWorkflowName,
    name: 'messages',
    largest: limits.bulkIdentifiers,
    request: (size) =>
      post(
        '/mcp',
        listOf(
          limits.agentMessages,
          () => tool(resolveWorkflowName, { workflow: apiWorkflow(size) }).body as object,
        ),
      ),
  },
  ...Object.entries({
    nodes: (size: number) => apiWorkflow(size / 60),
    names: numbered((i) => `Node${i}\n`),
    words: (size: number) => `missing node types: ${'Aa Bb '.repeat(size / 6)}`,
    traceback: (size: number) => 'ModuleNotFoundError: No module named "a"\n'.repeat(size / 42),
    depth: (size: number) => '['.repeat(size / 2) + ']'.repeat(size / 2),
    address: (size: number) => `https://files.test/nodes.json?size=${Math.floor(20 * size)}`,
  }).map(
    ([name, workflow]): Computation => ({
      of: resolveWorkflowName,
      name,
      largest: 0.9 * limits.jsonBodyBytes,
      request: (size) => tool(resolveWorkflowName, { workflow: workflow(size) }),
    }),
  ),
]

/** Public routes with a body that compute nothing over it, and why. */
export const plainRoutes: Record<string, string> = {
  reportImports: 'counts rows',
  requestReading: 'queues a job',
  requestRepositoryReading: 'queues a job',
  redeemDeviceLogin: 'looks up a code',
  startDeviceLogin: 'stores a row',
  mintToken: 'verifies a token of limited length',
  reportAbuse: 'stores a text',
}

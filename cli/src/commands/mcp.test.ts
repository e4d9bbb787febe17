import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { before, describe, it } from 'node:test'
import { type TestPublisher, testPublisher } from '../../../server/test/publishing.ts'
import { useWorld } from '../../../server/test/world.ts'
import { folderWith } from '../run.test-support.ts'

const registry = useWorld()
const program = join(import.meta.dirname, '../nodeyard.ts')

interface Message {
  id?: number
  result?: {
    serverInfo?: { name: string }
    tools?: { name: string }[]
    content?: { text: string }[]
    isError?: boolean
  }
  error?: { message: string }
}

/** Talks to the program like an agent that started it. */
async function withAgent(
  env: Record<string, string>,
  work: (send: (method: string, params?: object) => Promise<Message>) => Promise<void>,
): Promise<{ code: unknown; stderr: string }> {
  const child = spawn(process.execPath, [program, 'mcp'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODEYARD_KEYCHAIN: 'off',
      NODEYARD_CONFIG_DIR: await folderWith({}),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (piece: Buffer) => {
    stderr += piece.toString()
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let id = 0
  const send = async (method: string, params: object = {}): Promise<Message> => {
    id += 1
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    for (;;) {
      const { value, done } = await lines.next()
      assert.ok(!done, stderr)
      // Everything on standard output must be a message of the protocol.
      const message: Message = JSON.parse(value)
      if (message.id === id) return message
    }
  }
  const hello = await send('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  assert.equal(hello.result?.serverInfo?.name, 'nodeyard')
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  await work(send)
  child.stdin.end()
  const [code] = await once(child, 'close')
  return { code, stderr }
}

const textOf = ({ result, error }: Message): string => {
  assert.ok(result, error?.message)
  return result.content?.[0]?.text ?? ''
}

describe('an agent that starts nodeyard mcp', () => {
  let acme: TestPublisher
  let url: string
  before(async () => {
    acme = await testPublisher(registry.world, { id: 'acme' })
    const init =
      'class N:\n    RETURN_TYPES = ("IMAGE",)\n    FUNCTION = "f"\nNODE_CLASS_MAPPINGS = {"Fog": N}\n'
    const files = (requirements: string) => ({ '__init__.py': init, 'requirements.txt': requirements })
    await acme.publish({ id: 'soft-fog', version: '1.0.0', files: files('numpy<2\n') })
    await acme.publish({ id: 'new-fog', version: '1.0.0', files: files('numpy>=2\n') })
    url = await registry.world.listen()
  })

  it('finds packs, plans them, and learns about conflicts', async () => {
    const { code, stderr } = await withAgent({ NODEYARD_REGISTRY: url }, async (send) => {
      const call = async (name: string, given: object) =>
        JSON.parse(textOf(await send('tools/call', { name, arguments: given }))).result
      const { packs } = await call('resolve_workflow', { workflow: "Node 'Fog' not found." })
      assert.equal(packs[0].nodes[0], 'Fog')
      const machine = { python: '3.12', os: 'linux' }
      const both = [{ node_id: 'soft-fog' }, { node_id: 'new-fog' }]
      const { check, lock } = await call('plan_installation', { packs: both, machine })
      assert.equal(check.verdict, 'conflict')
      assert.match(lock, /nodeyard-lock\/1/)
      const { conflicts } = await call('check_conflicts', { nodes: both, machine })
      assert.equal(conflicts[0].subject, 'numpy')
      assert.deepEqual(await call('find_replacements', { comfyNodeName: 'Fog' }), { replacements: [] })
    })
    assert.deepEqual([code, stderr], [0, ''])
  })

  it('offers publishing actions only with a token', async () => {
    const named = (message: Message) => message.result?.tools?.map(({ name }) => name) ?? []
    await withAgent({ NODEYARD_REGISTRY: url }, async (send) => {
      const tools = named(await send('tools/list'))
      assert.ok(tools.includes('plan_installation') && !tools.includes('yank_version'))
      const given = { publisherId: 'acme', nodeId: 'soft-fog', versionId: '1.0.0', reason: 'Too dark.' }
      const refused = await send('tools/call', { name: 'yank_version', arguments: given })
      assert.match(textOf(refused), /needs a publish token/)
    })
    await withAgent({ NODEYARD_REGISTRY: url, NODEYARD_TOKEN: acme.token }, async (send) => {
      assert.ok(named(await send('tools/list')).includes('yank_version'))
      const why = { name: 'why_held', arguments: { nodeId: 'soft-fog', version: '1.0.0' } }
      assert.match(textOf(await send('tools/call', why)), /"waits_for":"nothing"/)
    })
  })

  it('gets a refusal, not an end, when the registry is away', async () => {
    const { code } = await withAgent({ NODEYARD_REGISTRY: 'http://127.0.0.1:1' }, async (send) => {
      const { result, error } = await send('tools/call', { name: 'get_pack', arguments: { nodeId: 'a' } })
      assert.match(error?.message ?? result?.content?.[0]?.text ?? '', /127\.0\.0\.1:1|Internal/)
    })
    assert.equal(code, 0)
  })
})

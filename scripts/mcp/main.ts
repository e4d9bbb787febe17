// npm run lab -- mcp [--url URL]: the official conformance suite and inspector against the tools for agents.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freeAddresses, Program, runToEnd } from '../../bench/program.ts'

const root = join(import.meta.dirname, '../..')
const conformance = '@modelcontextprotocol/conformance@0.1.16'
const inspector = '@modelcontextprotocol/inspector@2.12.0'

const { url } = parseArgs({ options: { url: { type: 'string' } } }).values
const folder = await mkdtemp(join(tmpdir(), 'nodeyard-mcp-'))
let registry: Program | undefined
try {
  const api = url ?? (await startRegistry())
  await checkConformance(api)
  await checkInspector(api)
  console.log('The conformance suite and the inspector found no new problem.')
} finally {
  await registry?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function startRegistry(): Promise<string> {
  const addresses = await freeAddresses()
  const env = { ...addresses, DATA_DIR: join(folder, 'data'), ROLES: 'api,jobs', DEMO: 'off' }
  registry = new Program('registry', env, join(folder, 'registry.log'))
  await registry.start()
  return addresses.API_URL
}

/** Fails on failures that are not expected, and on expected ones that pass. */
async function checkConformance(api: string): Promise<void> {
  const baseline = join(import.meta.dirname, 'expected-failures.yaml')
  const args = ['server', '--url', `${api}/mcp`, '--expected-failures', baseline, '--output-dir', folder]
  const { code, output } = await runToEnd('npx', ['--yes', conformance, ...args], { cwd: folder })
  const summary = output.slice(Math.max(output.indexOf('=== SUMMARY ==='), 0))
  console.log(summary.trim())
  if (code !== 0) throw new Error('The conformance suite found new failures, or its baseline is stale.')
}

/** Calls tools as the inspector does, over HTTP and over standard input and output. */
async function checkInspector(api: string): Promise<void> {
  const stdio = [process.execPath, join(root, 'cli/src/nodeyard.ts'), 'mcp', '--registry', api]
  for (const target of [[`${api}/mcp`, '--transport', 'http'], stdio]) {
    await assertSays(/"name": "resolve_workflow"/, [...target, '--method', 'tools/list'])
    await assertSays(/\\"total\\":/, [...target, ...call('search_packs', 'search=blur')])
    await assertSays(/\\"built_in\\":\[\\"KSampler\\"\]/, [
      ...target,
      ...call('resolve_workflow', 'workflow=["KSampler"]'),
    ])
    console.log(
      `✓ inspector: ${target[0]?.startsWith('http') ? 'streamable HTTP' : 'standard input and output'}`,
    )
  }
}

function call(name: string, argument: string): string[] {
  return ['--method', 'tools/call', '--tool-name', name, '--tool-arg', argument]
}

async function assertSays(pattern: RegExp, args: string[]): Promise<void> {
  const { code, output } = await runToEnd('npx', ['--yes', inspector, '--cli', ...args], { cwd: folder })
  if (code !== 0 || !pattern.test(output))
    throw new Error(
      `The inspector did not get what it asked for (${args.join(' ')}):\n${output.slice(-2000)}`,
    )
}

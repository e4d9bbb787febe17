import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { examples } from '@nodeyard/contract/examples'
import { routes } from '@nodeyard/contract/routes'
import { commands } from '../program.ts'
import { answerKillList } from '../registry/kill-list.test-support.ts'
import { folderWith, packOf, serverThat, Terminal } from '../run.test-support.ts'

/** A window title, a cleared screen, a color by a single character, a reversed direction, and line breaks. */
const marker = '\u001b]0;PWN\u0007\u001b[2J\u009b31m\u202eX\r\n\u2028Y\u0085'
const rest = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

function spoiled(value: unknown): unknown {
  if (typeof value === 'string') return value + marker
  if (Array.isArray(value)) return value.map(spoiled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoiled(one)]))
}

/** Answers every route with the example of its description, with sequences for a terminal in all or in most texts. */
function hostileRegistry(isRefusing: boolean): Promise<string> {
  const patterns = Object.values(routes).map((route) => ({
    method: route.method,
    path: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`),
    answer: examples.get(route)?.answer,
  }))
  return serverThat((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const found = patterns.find((one) => one.method === request.method && one.path.test(path))
    const problem = { error: 'node_banned', message: 'It is banned.', details: ['It was bad.'] }
    const body = answerKillList(path) ?? spoiled(isRefusing ? problem : (found?.answer ?? {}))
    response
      .writeHead(isRefusing ? 403 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body))
  })
}

/** Arguments with which each command asks the registry, or reads files of strangers. */
const given: Record<string, (folder: string) => string[] | 'asks nothing'> = {
  check: (folder) => [folder],
  init: () => 'asks nothing',
  login: () => ['--token', 'nyp_x', '--no-browser'],
  logout: () => [],
  whoami: () => ['--token', 'nyp_x'],
  pack: (folder) => [folder, '--output', join(folder, '../out.zip')],
  publish: (folder) => [folder, '--token', 'nyp_x'],
  status: () => ['soft-blur', '--token', 'nyp_x'],
  yank: () => ['soft-blur@1.0.0', '--token', 'nyp_x'],
  deprecate: () => ['soft-blur@1.0.0', '--token', 'nyp_x', '--message', 'x'],
  search: () => ['blur'],
  info: () => ['soft-blur'],
  open: () => ['soft-blur', '--print'],
  resolve: () => ['Fog'],
  plan: () => ['soft-blur'],
  lock: (folder) => ['soft-blur', '--output', join(folder, '../out.lock')],
  install: (folder) => ['soft-blur', '--git', '--into', folder],
  uninstall: (folder) => ['soft-blur', '--into', folder],
  disable: (folder) => ['soft-blur', '--into', folder],
  enable: (folder) => ['soft-blur', '--into', folder],
  undo: (folder) => ['--list', '--into', folder],
  outdated: (folder) => [folder],
  models: (folder) => [join(folder, 'workflow.json')],
  audit: (folder) => [folder],
  trust: () => [],
  'report-imports': (folder) => [join(folder, 'tool.log'), '--into', folder, '--send'],
  mcp: () => 'asks nothing',
  completion: () => 'asks nothing',
}

describe('texts of a registry and of packs on a terminal', () => {
  it('are tried in every command', () => {
    assert.deepEqual(
      commands.map(({ name }) => name).filter((name) => !given[name]),
      [],
    )
  })

  for (const isRefusing of [false, true])
    for (const [name, argsFor] of Object.entries(given))
      it(`control nothing in ${name}${isRefusing ? ', refused' : ''}`, async () => {
        const url = await hostileRegistry(isRefusing)
        const folder = await folderWith({
          ...packOf('soft-blur', 'acme'),
          'README.md': `# ${marker}\n`,
          '__init__.py': `NODE_CLASS_MAPPINGS = {"A${marker.replace(/[\r\n\u2028\u0085]/g, '')}": object}\n`,
          'workflow.json': JSON.stringify({
            nodes: [{ id: 1, type: `Fog${marker}`, widgets_values: [`a${marker}.safetensors`] }],
          }),
          'tool.log': `0.1 seconds (IMPORT FAILED): /x/custom_nodes/soft-blur${marker}\n`,
        })
        const args = argsFor(folder)
        if (args === 'asks nothing') return
        const terminal = new Terminal({ NODEYARD_REGISTRY: url })
        for (const more of [[], ['--json']]) {
          const { stdout, stderr } = await terminal.run(name, ...args, ...more)
          assert.doesNotMatch(stdout + stderr, rest, `${name} ${more}`)
        }
      })
})

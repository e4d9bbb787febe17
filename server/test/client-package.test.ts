import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { routes } from '@nodeyard/contract/routes'
import { testEnvironment } from '../../scripts/set-up.mjs'
import { useWorld } from './world.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const registry = useWorld()

/** An external project that contains only the built package. */
let project: string
before(async () => {
  project = await mkdtemp(join(tmpdir(), 'nodeyard-client-'))
  const installed = join(project, 'node_modules/@nodeyard/client')
  await mkdir(installed, { recursive: true })
  await run(bin('tsc'), ['-p', join(root, 'client'), '--outDir', join(installed, 'dist')])
  await cp(join(root, 'client/package.json'), join(installed, 'package.json'))
  await symlink(join(root, 'node_modules/typebox'), join(project, 'node_modules/typebox'))
  await writeFile(join(project, 'package.json'), '{"type":"module"}')
})
after(() => rm(project, { recursive: true, force: true }))

const settings = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'esnext', '--types', '']

describe('the client package', () => {
  it('has a typed example of ten lines that works as documented', async () => {
    const { given } = registry.world
    await given.version({ node_id: (await given.node({ id: 'blur-tools', name: 'Blur tools' })).id })
    const { reindexEverything } = await import('../src/discovery/search/reindex.ts')
    await reindexEverything(registry.world.deps)
    const readme = await readFile(join(root, 'client/README.md'), 'utf8')
    const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
    assert.ok(example.trim().split('\n').length <= 11)
    await writeFile(
      join(project, 'example.ts'),
      example.replace('http://localhost:8080', await registry.world.listen()),
    )
    await run(bin('tsc'), [...settings, '--lib', 'esnext,dom', join(project, 'example.ts')], { cwd: project })
    const { stdout } = await run(process.execPath, [join(project, 'example.ts')], { env: testEnvironment() })
    assert.deepEqual(stdout.trim().split('\n'), ['1 found, the first is Blur tools', '404 node_not_found'])
  })

  it('has a function for every route of the contract, and refuses wrong input at once', async () => {
    const wrong = [
      "import { connect } from '@nodeyard/client'",
      "const registry = connect('http://localhost:8080')",
      '// @ts-expect-error: an id is a text',
      'registry.getNode({ params: { nodeId: 7 } })',
      '// @ts-expect-error: the id is missing',
      'registry.getNode({ params: {} })',
      '// @ts-expect-error: there is no such call',
      'registry.getNothing()',
      'registry.listNodes()',
      '',
    ]
    await writeFile(join(project, 'wrong.ts'), wrong.join('\n'))
    await run(bin('tsc'), [...settings, '--lib', 'esnext,dom', join(project, 'wrong.ts')], { cwd: project })
    await writeFile(
      join(project, 'names.ts'),
      "import { connect } from '@nodeyard/client'\nconsole.log(JSON.stringify(Object.keys(connect('http://localhost'))))\n",
    )
    const { stdout } = await run(process.execPath, [join(project, 'names.ts')])
    assert.deepEqual((JSON.parse(stdout) as string[]).sort(), Object.keys(routes).sort())
  })
})

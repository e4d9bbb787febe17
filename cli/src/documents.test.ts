// A promise: each block of commands in a document leads on as printed.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { approveDeviceLogin } from '@nodeyard/contract/people'
import { blocksIn } from '../../scripts/documents/shown-commands.test-support.ts'
import { ensureBuilt, testEnvironment } from '../../scripts/set-up.mjs'
import { type TestPublisher, testPublisher } from '../../server/test/publishing.ts'
import { withJobs } from '../../server/test/with-jobs.ts'
import { World } from '../../server/test/world.ts'
import { folderWith, packOf } from './run.test-support.ts'

const run = promisify(execFile)
let world: World
let apiUrl: string
let acme: TestPublisher
let owner: { id: string; email: string; name: string }
let home: string

before(async () => {
  await ensureBuilt(['cli'])
  world = await World.open()
  apiUrl = await world.listen()
  const user = await world.given.user({ email: 'maya@example.com', name: 'Maya' })
  owner = { id: user.id, email: 'maya@example.com', name: 'Maya' }
  acme = await testPublisher(world, { id: 'acme', owner: user })
  const code =
    'class N:\n    RETURN_TYPES = ("IMAGE",)\n    FUNCTION = "f"\nNODE_CLASS_MAPPINGS = {"Rain": N}\n'
  await acme.publish({ id: 'some-pack', version: '1.0.0', files: { '__init__.py': code } })
  home = await mkdtemp(join(tmpdir(), 'nodeyard-documents-'))
  await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefix', home, `${apiUrl}/nodeyard.tgz`],
    machine(home),
  )
})
after(async () => {
  await world.close()
  await rm(home, { recursive: true, force: true })
})

/** A machine whose npm reaches only this registry, and a folder of its user. */
const machine = (folder: string) => ({
  cwd: folder,
  env: {
    ...testEnvironment(),
    HOME: join(folder, '..'),
    LANG: 'C',
    NODEYARD_KEYCHAIN: 'off',
    npm_config_cache: join(home, 'npm'),
    npm_config_registry: apiUrl,
    npm_config_update_notifier: 'false',
  },
})

const ofDocuments = /https:\/\/api\.(?:registry\.)?example(?:\.com)?(?=\/)/g

/** Runs a block in a shell, with the address of this registry for that of the documents. Stops at the first failure. */
async function paste(block: string, folder: string): Promise<string> {
  const script = `nodeyard() { node '${home}/node_modules/nodeyard/dist/nodeyard.js' "$@"; }
${block.replace(ofDocuments, apiUrl)}`
  const shell = ['-O', 'expand_aliases', '-e', '-c', script]
  const { stdout, stderr } = await withJobs(world, run('bash', shell, machine(folder)))
  return stdout + stderr
}

/** Approves the login of a program in the browser. */
async function approve(pack: string): Promise<void> {
  const find = () =>
    world.deps.db
      .selectFrom('device_logins')
      .select('user_code')
      .where('token_id', 'is', null)
      .executeTakeFirst()
  while (!(await find())) await setTimeout(100)
  const params = { userCode: (await find())?.user_code ?? '' }
  const body = { publisher_id: 'acme', nodes: [pack], actions: ['publish-new' as const] }
  await world.as(owner).call(approveDeviceLogin, { params, body })
}

/** Creates the folders and files of a reader. Returns the one in which the commands run. */
async function folderOf(files: Record<string, string>, ...folders: string[]): Promise<string> {
  const all = await folderWith(files)
  for (const folder of ['here', ...folders]) await mkdir(join(all, folder), { recursive: true })
  return join(all, 'here')
}
const filesOf = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))

/** Each block of shell commands with the registry's program: what the reader has, and what running it leads to. */
const rows: Record<string, (block: string) => Promise<void>> = {
  async 'cli/README.md 1'(block) {
    const folder = await folderOf(
      filesOf('my-pack', packOf('readme-pack', 'acme')),
      'here/ComfyUI/custom_nodes',
    )
    const [said] = await Promise.all([paste(block, folder), approve('readme-pack')])
    assert.match(said, /would list this version[\s\S]*logged in[\s\S]*readme-pack 1\.0\.0 is live/)
    assert.ok(existsSync(join(folder, 'ComfyUI/custom_nodes/some-pack/__init__.py')))
  },
  async 'docs/cli.md 1'(block) {
    const said = await paste(block.replace('COMMAND', '--help'), await folderOf({}))
    assert.match(said, /publish/)
  },
  async 'docs/cli.md 2'(block) {
    const files = { '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n', 'README.md': '# Other pack\n\nGlows.\n' }
    const folder = await folderOf(filesOf('my-pack', files))
    const [said] = await Promise.all([paste(block, folder), approve('my-pack')])
    assert.match(said, /is live/)
  },
  async 'docs/cli.md 3'(block) {
    const folder = await folderOf({}, 'here/custom_nodes')
    await paste('nodeyard install some-pack', folder)
    const said = await paste(block, folder)
    assert.match(said, /Removed some-pack\.[\s\S]*Undid uninstall: some-pack\.[\s\S]*Deleted changes: 3/)
    assert.ok(existsSync(join(folder, 'custom_nodes/some-pack/__init__.py')))
  },
  async 'docs/cli.md 4'(block) {
    const workflow = JSON.stringify({ nodes: [{ id: 1, type: 'Rain' }], links: [] })
    const folder = await folderOf(
      { 'here/workflow.json': workflow },
      'here/custom_nodes',
      'here/models',
      'venv',
    )
    await run('python3', ['-m', 'venv', join(folder, '../venv')])
    const said = await paste(block, folder)
    assert.match(said, /Installed some-pack 1\.0\.0/)
    assert.ok(await readFile(join(folder, 'custom_nodes/some-pack/__init__.py'), 'utf8'))
  },
}

describe('each block of commands in a document', () => {
  const blocks = blocksIn('sh').filter(({ text }) => /^nodeyard |nodeyard\.tgz/m.test(text))

  it('has a row below', () => {
    assert.deepEqual(
      Object.keys(rows).sort(),
      blocks.map(({ name }) => name),
    )
  })

  for (const { name, text } of blocks) it(`leads on as printed: ${name}`, () => rows[name]?.(text))
})

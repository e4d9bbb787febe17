// npm run lab -- upgrade: runs release 1.0.0 beside the present program over one PostgreSQL while that migrates it, and then
// the tests of 1.0.0 on the migrated tables. Takes minutes. Skips where the clone lacks the release.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeAddresses, Program, runCommand } from '../../bench/program.ts'
import { prepareDatabase } from '../../server/src/database-template.ts'
import { openPostgres } from '../../server/src/ground/db/open.ts'
import { publish } from '../../server/test/command-line-client.ts'
import { buildPack } from '../../server/test/pack.ts'
import { createDatabase, startPostgres } from '../../server/test/postgres.ts'

const release = '113a74d930d2d1f754f0f10b044b1c6197a9c311'
const root = join(import.meta.dirname, '../..')
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
const testsOf100 = ['server/test/examples.test.ts', 'server/src/packs/publishing/publish.test.ts']

const folder = await mkdtemp(join(tmpdir(), 'nodeyard-upgrade-'))
const old = join(folder, '1.0.0')
try {
  git('worktree', 'add', '--detach', old, release)
} catch {
  console.log(`Skipped: this clone does not contain release 1.0.0 (commit ${release}).`)
  process.exit(0)
}
const programs: Program[] = []
const server = await startPostgres()
if ('unavailable' in server) throw new Error(server.unavailable)
try {
  await linkPackages()
  await runSideBySide(server.url)
  console.log('Both releases published, and each served what the other one published.')
  await runTestsOf100(server.url)
  console.log('The tests of 1.0.0 pass on the present schema.')
} finally {
  for (const program of programs) await program.stop()
  await server.stop()
  git('worktree', 'remove', '--force', old)
  await rm(folder, { recursive: true, force: true })
}

/** The release uses the installed packages, and its own workspaces. */
async function linkPackages(): Promise<void> {
  const installed = join(root, 'node_modules')
  const workspaces = join(old, 'node_modules/@nodeyard')
  await mkdir(workspaces, { recursive: true })
  for (const name of await readdir(installed))
    if (name !== '@nodeyard' && name !== '.cache')
      await symlink(join(installed, name), join(old, 'node_modules', name))
  for (const name of ['contract', 'client', 'analysis', 'planning', 'agents', 'cli', 'server', 'web'])
    await symlink(join(old, name), join(workspaces, name))
}

async function runSideBySide(serverUrl: string): Promise<void> {
  const env = {
    DATABASE_URL: await createDatabase(serverUrl, 'registry'),
    DATA_DIR: join(folder, 'data'),
    ROLES: 'api,jobs',
    DEMO: 'off',
    CODE_HOST: 'fake',
    RATE_LIMIT_FACTOR: '0',
  }
  const start = async (name: string, at = root) => {
    const addresses = await freeAddresses()
    const own = { ...env, ...addresses }
    const program = new Program(name, own, join(folder, `${name}.log`), { folder: at })
    programs.push(program)
    await program.start()
    return { apiUrl: addresses.API_URL, program }
  }
  const before = await start('1.0.0', old)
  await runCommand(env, ['create-publisher', 'tideworks', '--owner', 'owner@example.test'], old)
  const token = (await runCommand(env, ['create-token', 'tideworks'], old)).split('\n').at(-1)?.trim() ?? ''
  const publishAt = async ({ apiUrl }: { apiUrl: string }, id: string) => {
    const version = '1.0.0'
    await publish({
      apiUrl,
      publisherId: 'tideworks',
      token,
      nodeId: id,
      version,
      archive: buildPack({ id }),
    })
    for (const { apiUrl } of both) await untilInstallable(apiUrl, id)
  }
  const both = [before]
  await publishAt(before, 'published-before')
  const after = await start('present')
  both.push(after)
  for (const { apiUrl } of both) await untilInstallable(apiUrl, 'published-before')
  await publishAt(before, 'published-by-old')
  await publishAt(after, 'published-by-new')
  // The old release starts again on the tables of the new one, as after a rollback.
  await before.program.stop()
  await before.program.start()
  await after.program.stop()
  both.pop()
  await publishAt(before, 'published-after-rollback')
}

async function untilInstallable(apiUrl: string, id: string): Promise<void> {
  const deadline = AbortSignal.timeout(60_000)
  while (!(await fetch(`${apiUrl}/nodes/${id}/install`, { signal: deadline })).ok) deadline.throwIfAborted()
  const found = await (await fetch(`${apiUrl}/nodes/search?search=${id}`, { signal: deadline })).json()
  assert.ok(JSON.stringify(found).includes(`"${id}"`), `${apiUrl} does not find ${id}`)
}

/** The tests copy the database that has this name, so they run on the tables of both releases. */
async function runTestsOf100(serverUrl: string): Promise<void> {
  const prepare = join(old, 'server/prepare.ts')
  await writeFile(
    prepare,
    `import { digestOfTemplate, prepareDatabase } from './src/database-template.ts'
import { openPostgres } from './src/ground/db/open.ts'
const [url] = process.argv.slice(2)
if (url === undefined) console.log(digestOfTemplate())
else {
  const database = await openPostgres(url, 5)
  await prepareDatabase(database)
  await database.close()
}`,
  )
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: old }).toString()
  const name = `template_${run(prepare).trim()}`
  const url = await createDatabase(serverUrl, name)
  run(prepare, url)
  const database = await openPostgres(url, 5)
  await prepareDatabase(database).finally(() => database.close())
  execFileSync(process.execPath, ['--test', '--test-reporter=dot', ...testsOf100], {
    cwd: old,
    env: { ...process.env, TEST_DATABASE: 'postgres', TEST_DATABASE_URL: serverUrl },
    stdio: 'inherit',
  })
}

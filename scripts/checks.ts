// Every check of `npm test`; with --fast those that need neither a database nor a browser nor minutes for hostile
// input, and with --embedded all on the embedded database.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { hasPostgres, startPostgres } from '../server/test/postgres.ts'
import { findChromium } from './chromium.ts'
import {
  type Counts,
  countLines,
  countNodeTests,
  killSteps,
  listFailures,
  type Result,
  runSteps,
  type Step,
  sumCounts,
} from './steps.ts'

const root = join(import.meta.dirname, '..')
process.chdir(root)
process.env['PATH'] = `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`

/**
 * The embedded database is PostgreSQL itself, so only the parts next to the database, copying from it, filling
 * it with the demo and the browser journeys run on it when a server is installed. All server tests do with
 * `--embedded`, and without a server.
 */
const nextToDatabase = /^server\/(demo\/seed|src\/operator\/copy|src\/ground\/(jobs\/|db\/(?!away|replicas)))/

/** As in production, the embedded database is compiled once: optimizing it as well takes 400 MB and more work than it saves. */
const onEmbedded = {
  env: { TEST_DATABASE: 'pglite' },
  nodeFlags: ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
}

const isFast = process.argv.includes('--fast')
const isEmbeddedOnly = process.argv.includes('--embedded')
const isOnServer = hasPostgres() && !isEmbeddedOnly
const work = mkdtempSync(join(tmpdir(), 'nodeyard-checks-'))
let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined

process.once('exit', () => rmSync(work, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killSteps()
    process.exit(130)
  })
}

const results = await runSteps(isFast ? fastSteps() : allSteps(), availableParallelism(), {
  onStart: ({ name }) => console.log(`▶ ${name}`),
  onResult: printResult,
  onTick: (running) => console.log(running),
})
if (postgres && 'stop' in postgres) await postgres.stop()
const total = sumCounts(results.map(({ counts }) => counts))
printSummary(results)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0

function fastSteps(): Step[] {
  const server = serverTests()
  const withoutDatabase = server.files.filter((file) => !server.needServices.has(file))
  const units = unitTests().filter((file) => !file.startsWith('scripts/hostile/'))
  return [...staticSteps(), testFiles('unit tests', [...units, ...withoutDatabase], { isHeavy: true })]
}

function allSteps(): Step[] {
  const server = serverTests()
  const built = { isLong: true, needs: 'site build' }
  const onPglite = server.files.filter(
    (file) => !isOnServer || !server.needDatabase.has(file) || nextToDatabase.test(file),
  )
  return [
    { name: 'site build', command: ['node', 'scripts/build.mjs'] },
    ...staticSteps(),
    testFiles('unit tests', unitTests(), { isHeavy: true }),
    siteTests(),
    // The one that takes longest starts first.
    groupedTestFiles('browser journeys', browserTests(), {
      ...built,
      ...onEmbedded,
      filesInGroup: 2,
      // A browser works beside its product, and waits for no more than a minute.
      sideBySide: Math.max(1, Math.floor(availableParallelism() / 4)),
      prepare: async () => {
        await findChromium()
        return {}
      },
    }),
    groupedTestFiles('server tests on PostgreSQL', [...server.needDatabase], {
      ...built,
      filesInGroup: 16,
      prepare: preparePostgres,
    }),
    groupedTestFiles('server tests on PGlite', onPglite, { ...built, ...onEmbedded }),
  ]
}

function staticSteps(): Step[] {
  return [
    { name: 'format and lint', command: ['biome', 'ci', '--colors=off', '.'] },
    types('types', '.'),
    types('types of the command line on Node 20', 'cli'),
    types('types of the browser journeys', 'e2e'),
    types('types of the site', 'web'),
    testFiles('architecture', globSync('scripts/architecture/*.test.ts')),
  ]
}

/** By default, four checkers side by side would each check much of what the others do. */
function types(name: string, project: string): Step {
  return { name, command: ['tsc', '-p', project, '--checkers', '1', ...(isFast ? remembered(name) : [])] }
}

/** Writing down what was checked costs a sixth once, and saves the next check nine tenths. */
function remembered(name: string): string[] {
  const file = `node_modules/.cache/nodeyard-types/${name.replaceAll(' ', '-')}.json`
  return ['--incremental', '--tsBuildInfoFile', file]
}

/** Lists the unit tests, longest first, so that one core does not wait for the other at the end. */
function unitTests(): string[] {
  const longest = ['patterns/patterns', 'hostile/growth'].map((name) => `scripts/${name}.test.ts`)
  const others = globSync('{contract,analysis,planning,outside,scripts}/**/*.test.ts', {
    exclude: ['**/node_modules/**', 'scripts/architecture/**', ...longest],
  })
  return [...longest, ...others]
}

/** Lists the browser tests, longest first, because they are dealt out to the groups in this order. */
function browserTests(): string[] {
  const names = [
    'commands',
    'workspace',
    'pages',
    'reading',
    'engines',
    'admin',
    'account',
    'review-queue',
    'sign-in',
    'publishing',
    'journeys',
    'member-pages',
    'safety',
  ]
  const longest = names.map((name) => `e2e/${name}.test.ts`)
  return [...longest, ...globSync('e2e/**/*.test.ts', { exclude: longest })]
}

/** Tests without a database of their own run once instead of once per kind of database. */
function serverTests(): { files: string[]; needDatabase: Set<string>; needServices: Set<string> } {
  const files = globSync('{cli,server,bench}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
  const importing = (pattern: RegExp) => new Set(files.filter((file) => pattern.test(sourceOf(file))))
  return {
    files,
    needDatabase: importing(/\/(world|test-database|example-scene)\.ts'/),
    needServices: importing(/\/(world|test-database|example-scene|postgres|swift|compose|open)\.ts'/),
  }
}

/** Returns the text of a test and of the `test-support` files that it imports. */
function sourceOf(file: string): string {
  const source = readFileSync(file, 'utf8')
  const imports = source.matchAll(/'(\.[\w./-]*\.test-support\.ts)'/g)
  return [source, ...imports.map(([, path = '']) => sourceOf(join(dirname(file), path)))].join('\n')
}

function testFiles(name: string, files: string[], options: Partial<Step> = {}): Step {
  const flags = ['--test', '--test-reporter=spec', '--test-concurrency=2', '--test-timeout=600000']
  return testStep(name, files, ['node', ...flags, ...files], options)
}

interface Groups {
  filesInGroup?: number
  /** How many groups run at once; by default two, or half of the cores. */
  sideBySide?: number
  /** Options of Node for each group. */
  nodeFlags?: string[]
}

/**
 * Groups files that share much: loading the registry costs a process seconds, and one file's leftovers slow
 * down the next.
 */
function groupedTestFiles(
  name: string,
  files: string[],
  {
    filesInGroup = 8,
    sideBySide = Math.max(2, Math.floor(availableParallelism() / 2)),
    nodeFlags = [],
    ...options
  }: Partial<Step> & Groups = {},
): Step {
  const flags = [`--side-by-side=${sideBySide}`, `--files-in-group=${filesInGroup}`]
  return testStep(name, files, ['node', ...nodeFlags, 'scripts/test-groups.ts', ...flags, ...files], options)
}

function testStep(name: string, files: string[], command: Step['command'], options: Partial<Step>): Step {
  return {
    name,
    command,
    count: countNodeTests,
    ...options,
    prepare: async () => {
      // Without a file, node would look for tests everywhere.
      if (files.length === 0) throw new Error('there is no test file')
      return (await options.prepare?.()) ?? {}
    },
  }
}

/** Vitest writes its counts to a file. */
function siteTests(): Step {
  const report = join(work, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    name: 'site components',
    command: ['npm', 'run', 'test', '--workspace', 'web', '--', ...reporters],
    isHeavy: true,
    count: () => readVitestReport(report),
  }
}

function readVitestReport(path: string): Counts | undefined {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'))
    if (report.numTotalTests === 0) return undefined
    const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report
    return { passed, failed, skipped: numPendingTests + numTodoTests }
  } catch {
    return undefined
  }
}

async function preparePostgres() {
  if (isEmbeddedOnly) return { skip: 'the server tests ran on the embedded database' }
  postgres = await startPostgres({ max_wal_size: '256MB' }, { parent: databaseFolder() })
  // One that is installed must start, because most server tests run nowhere else then.
  if ('unavailable' in postgres && isOnServer) throw new Error(postgres.unavailable)
  if ('unavailable' in postgres) return { skip: postgres.unavailable }
  return { env: { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.socketUrl } }
}

/** In memory, creating a database takes a quarter of the work: each has a thousand files. */
function databaseFolder(): string {
  const [inMemory, neededBytes] = ['/dev/shm', 2 * 1024 ** 3]
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize >= neededBytes ? inMemory : tmpdir()
}

function printResult(result: Result): void {
  console.log(`${describe(result)}${result.note ? `: ${result.note}` : ''}`)
  if (result.state === 'failed') console.log(`${result.output.trimEnd()}\n`)
  else for (const line of countLines(result.output)) console.log(line)
}

function printSummary(results: Result[]): void {
  console.log('\nSummary')
  for (const result of results) {
    const { passed, failed, skipped } = result.counts
    console.log(`${describe(result)}: ${passed} passed, ${failed} failed, ${skipped} skipped`)
  }
  // Repeated where a log that was cut still has them.
  for (const { output } of results) for (const failure of listFailures(output)) console.log(`\n${failure}\n`)
}

function describe({ state, name, seconds }: Result): string {
  const sign = { passed: '✔', failed: '✖', skipped: '−' }[state]
  return `${sign} ${name} ${state} in ${seconds.toFixed(1)} s`
}

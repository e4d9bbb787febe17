// npm run lab [-- NAME ARGS…]: long experiments that take minutes to hours. Without a name, lists them.
import { join } from 'node:path'
import { ensureInstalled, root, runAsProgram, runNode, SetUpError } from './set-up.mjs'

const newSeed = () => String(Date.now() % 2 ** 31)

const experiments = {
  cluster: {
    says: 'runs a large installation on this machine: PostgreSQL with a replica, an object store, three processes, a balancer',
    files: ['scripts/cluster/main.ts'],
  },
  soak: {
    says: 'puts load on a cluster for MINUTES (60), and fails if memory, files or tables grow',
    files: ['scripts/cluster/soak.ts'],
  },
  upgrade: {
    says: 'runs release 1.0.0 beside this program over one database, and its tests on the migrated tables',
    files: ['scripts/cluster/upgrade.ts'],
  },
  fuzz: {
    says: 'feeds every reader with 5,000 hostile inputs (FUZZ_RUNS, FUZZ_SEED)',
    files: ['--test', 'scripts/fuzz/fuzz.test.ts'],
    env: () => ({ FUZZ_RUNS: '5000', FUZZ_SEED: newSeed() }),
  },
  'fuzz-api': {
    says: 'sends 200 generated requests to every route (FUZZ_RUNS, FUZZ_SEED)',
    files: ['--test', 'server/test/fuzz.test.ts'],
    env: () => ({ FUZZ_RUNS: '200', FUZZ_SEED: newSeed() }),
  },
  crash: {
    says: 'kills a registry at every step of publishing, where npm test tries every eighth',
    files: ['--test', 'server/src/packs/publishing/crash.test.ts'],
    env: () => ({ CRASH_STRIDE: '1' }),
  },
  looks: {
    says: 'checks the accessibility of every page in both themes at every width; pictures go to e2e/artifacts',
    files: ['--test', 'e2e/pages.test.ts', 'e2e/member-pages.test.ts'],
    env: () => ({ EVERY_LOOK: '1' }),
    needsBuild: true,
  },
  browsers: {
    says: 'runs the main journeys in Firefox and WebKitGTK (Debian’s webkit2gtk-driver and xvfb), and opens every page in them',
    files: ['--test', '--test-reporter=spec', 'e2e/engines.test.ts'],
    env: () => ({ EVERY_LOOK: '1' }),
    needsBuild: true,
  },
  'slow-network': {
    says: 'runs the browser tests with 300 ms of latency, to find those that depend on the order of responses',
    files: ['--test', '--test-concurrency=1', 'e2e/**/*.test.ts'],
    env: () => ({ SLOW_NETWORK: '1' }),
    needsBuild: true,
  },
  oracle: {
    says: 'compares the solver with Debian’s python3-resolvelib and python3-packaging: --sets 1000 --seed 1; or the checks of a registry with readings: --registry API --pairs 500',
    files: ['scripts/oracle/main.ts'],
  },
  attacks: {
    says: 'scans generated attacks and their harmless twins: --seed 1 --pairs 400 --held-out --list --write FOLDER',
    files: ['scripts/attacks/main.ts'],
  },
  mcp: {
    says: 'runs the official conformance suite and the inspector against the tools for agents: --url API',
    files: ['scripts/mcp/main.ts'],
  },
  patterns: {
    says: 'analyzes all regular expressions again, and records those that take linear time',
    files: ['scripts/patterns/main.ts'],
  },
  screenshots: { says: 'takes the pictures of the README', files: ['e2e/screenshots.ts'] },
  generate: {
    says: 'fills an empty registry with generated data: --nodes 60000',
    files: ['bench/data/main.ts'],
  },
}

await runAsProgram(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const experiment = Object.hasOwn(experiments, name) ? experiments[name] : undefined
  if (!experiment) throw new SetUpError(`Usage: npm run lab -- NAME ARGS…\n\n${listOfExperiments()}`)
  await ensureInstalled()
  if (experiment.needsBuild) await runNode([join(root, 'scripts/build.mjs')])
  process.env = { ...experiment.env?.(), ...process.env }
  if (experiment.env)
    console.log(
      Object.keys(experiment.env())
        .map((key) => `${key}=${process.env[key]}`)
        .join(' '),
    )
  const paths = experiment.files.map((file) => (file.startsWith('--') ? file : join(root, file)))
  return runNode([...paths, ...args])
})

function listOfExperiments() {
  return Object.entries(experiments)
    .map(([name, { says }]) => `  ${name.padEnd(13)} ${says}`)
    .join('\n')
}

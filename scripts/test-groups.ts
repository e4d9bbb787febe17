// Runs test files in groups, each in a process of its own, as many side by side as `--side-by-side=N` says.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

/** Loading the registry and its database costs a process seconds; what one test file leaves behind costs the next. */
const filesInGroup = 8

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { 'side-by-side': { type: 'string', default: '1' } },
})
const running = new Set<ReturnType<typeof spawn>>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(130)
  })
}
const groups = groupsOf(files, Math.ceil(files.length / filesInGroup))
await Promise.all(Array.from({ length: Number(values['side-by-side']) }, runGroups))

/** Neighbours in the list are of one domain and take similar time: dealt out, so that groups last alike. */
function groupsOf(all: string[], count: number): string[][] {
  return Array.from({ length: count }, (_, group) => all.filter((_, index) => index % count === group))
}

async function runGroups(): Promise<void> {
  for (let group = groups.shift(); group; group = groups.shift()) {
    const code = await runGroup(group)
    if (code !== 0) process.exitCode = code
  }
}

function runGroup(group: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const flags = ['--test-reporter=spec', '--test-timeout=600000']
    const child = spawn('node', [...flags, 'scripts/test-group.ts', ...group], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.add(child)
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      process.stdout.write(Buffer.concat(chunks))
      resolve(code ?? 1)
    })
  })
}

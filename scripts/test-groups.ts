// Runs test files in groups of `--files-in-group=N`, each in a separate process, `--side-by-side=N` at a
// time, with the options of Node that this process has. A process that does not end is killed, which fails its group.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    'side-by-side': { type: 'string', default: '1' },
    'files-in-group': { type: 'string', default: '1' },
  },
})
const timeoutMinutes = 15
const running = new Set<ReturnType<typeof spawn>>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(130)
  })
}
const groups = groupsOf(files, Math.ceil(files.length / Number(values['files-in-group'])))
await Promise.all(Array.from({ length: Number(values['side-by-side']) }, runGroups))

/**
 * Neighbors in the list belong to one domain and take similar time, so dealing them out balances the groups. It
 * also separates files that share a `test-support` file whose hooks run once in a process.
 */
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
    const flags = [...process.execArgv, '--test-reporter=spec', '--test-timeout=600000']
    const child = spawn('node', [...flags, 'scripts/test-group.ts', ...group], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: timeoutMinutes * 60_000,
      killSignal: 'SIGKILL',
    })
    running.add(child)
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      running.delete(child)
      process.stdout.write(Buffer.concat(chunks))
      if (signal) console.log(`✖ ended by ${signal}, within ${timeoutMinutes} minutes: ${group.join(' ')}`)
      resolve(code ?? 1)
    })
  })
}

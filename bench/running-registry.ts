import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { catalogueLines } from './catalogue.ts'
import { idle, pinned } from './load.ts'
import { freeAddresses, Program, runCommand } from './program.ts'

/** A program pinned to one processor. */
interface Running {
  pid: number
  stop(): Promise<void>
}

export interface RunningRegistry extends Running {
  siteUrl: string
  apiUrl: string
  dataFolder: string
}

/** Starts the registry like its operator, with the demo catalog and a generated community list, on one processor. */
export async function startRegistry({ nodes }: { nodes: number }): Promise<RunningRegistry> {
  const registry = await startEmptyRegistry({ DEMO: 'on' }, { core: 0, awaited: 'demo catalog is published' })
  const list = join(registry.dataFolder, '../list.jsonl')
  await writeFile(list, [...catalogueLines(nodes)].join('\n'))
  await importList(registry, list)
  // Work after an import runs on the measured processor.
  await idle(registry.pid)
  return registry
}

/** Imports a community list into a registry with its default database. */
export async function importList(
  { dataFolder }: Pick<RunningRegistry, 'dataFolder'>,
  list: string,
): Promise<void> {
  await runCommand({ DATA_DIR: dataFolder }, ['import', list])
}

/** Starts the registry like its operator, empty and with its default database unless `given` says otherwise. */
export async function startEmptyRegistry(
  given: Record<string, string> = {},
  { awaited, ...options }: { awaited?: string; core?: number } = {},
): Promise<RunningRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-bench-'))
  const addresses = await freeAddresses()
  const dataFolder = join(folder, 'data')
  const env = {
    ...addresses,
    DATA_DIR: dataFolder,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    // Counts requests as usual but never reaches the limit.
    RATE_LIMIT_FACTOR: '1000000',
    ...given,
  }
  const program = new Program('registry', env, join(folder, 'registry.log'), options)
  await program.start(awaited)
  return {
    pid: program.pid ?? 0,
    siteUrl: addresses.SITE_URL,
    apiUrl: addresses.API_URL,
    dataFolder,
    async stop() {
      await program.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a program that prints the port it listens on. */
export async function startProgram(file: string, args: string[]): Promise<Running & { url: string }> {
  const child = spawn(...pinned(0, process.execPath, [join(import.meta.dirname, file), ...args]), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} exited.`))),
  ])
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

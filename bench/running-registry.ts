import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '../server/test/postgres.ts'
import { catalogueLines } from './catalogue.ts'
import { memorySettings } from './container.ts'
import { idle, pinned } from './load.ts'
import { runCommand } from './program.ts'

const root = join(import.meta.dirname, '..')

/** A program pinned to one processor, with its output. */
export interface Running {
  pid: number
  stop(): Promise<void>
}

export interface RunningRegistry extends Running {
  siteUrl: string
  apiUrl: string
  dataFolder: string
}

/** Starts the registry like its operator, with the demo catalog and a generated community list. */
export async function startRegistry({ nodes }: { nodes: number }): Promise<RunningRegistry> {
  const { folder, env } = await makeSurroundings({ DEMO: 'on' })
  const child = spawn(...pinned(0, process.execPath, ['server/src/main.ts']), { cwd: root, env })
  await lineOf(child, /demo catalog is published/)
  const list = join(folder, 'list.jsonl')
  await writeFile(list, [...catalogueLines(nodes)].join('\n'))
  const registry = runningIn(child, { folder, env })
  await importList(registry, list)
  // Work after an import runs on the measured processor.
  await idle(registry.pid)
  return registry
}

/** Starts one process with an existing PostgreSQL database, on any free processor. */
export async function startRegistryOn(
  databaseUrl: string,
  roles: string,
  more: Record<string, string> = {},
): Promise<RunningRegistry> {
  const given = { DATABASE_URL: databaseUrl, ROLES: roles, DEMO: 'off', ...more }
  const { folder, env } = await makeSurroundings(given)
  const child = spawn(process.execPath, ['server/src/main.ts'], { cwd: root, env })
  await lineOf(child, /Data {2}PostgreSQL/)
  return runningIn(child, { folder, env })
}

/** Imports a community list into a registry with its default database. */
export async function importList({ dataFolder }: RunningRegistry, list: string): Promise<void> {
  await runCommand({ DATA_DIR: dataFolder }, ['import', list])
}

/** Starts the registry like its operator, empty and with its default database. */
export async function startEmptyRegistry(more: Record<string, string> = {}): Promise<RunningRegistry> {
  const { folder, env } = await makeSurroundings({ DEMO: 'off', ...more })
  const child = spawn(process.execPath, ['server/src/main.ts'], { cwd: root, env })
  await lineOf(child, /Data {2}/)
  return runningIn(child, { folder, env })
}

interface Surroundings {
  folder: string
  env: NodeJS.ProcessEnv & { SITE_URL: string; API_URL: string; DATA_DIR: string }
}

async function makeSurroundings(more: Record<string, string>): Promise<Surroundings> {
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-bench-'))
  const [sitePort, apiPort] = [await findFreePort(), await findFreePort()]
  return {
    folder,
    env: {
      ...process.env,
      ...memorySettings(),
      DATA_DIR: join(folder, 'data'),
      SITE_PORT: String(sitePort),
      API_PORT: String(apiPort),
      SITE_URL: `http://127.0.0.1:${sitePort}`,
      API_URL: `http://127.0.0.1:${apiPort}`,
      LOG_LEVEL: 'error',
      // Counts requests as usual but never reaches the limit.
      RATE_LIMIT_FACTOR: '1000000',
      ...more,
    },
  }
}

function runningIn(child: ChildProcess, { folder, env }: Surroundings): RunningRegistry {
  return {
    pid: child.pid ?? 0,
    siteUrl: env.SITE_URL,
    apiUrl: env.API_URL,
    dataFolder: env.DATA_DIR,
    async stop() {
      await stopped(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a program that prints the port it listens on. */
export async function startProgram(file: string, args: string[]): Promise<Running & { url: string }> {
  const child = spawn(...pinned(0, process.execPath, [join(import.meta.dirname, file), ...args]))
  const port = await lineOf(child, /^\d+$/)
  return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, stop: () => stopped(child) }
}

function lineOf(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          said.push(line)
          if (wanted.test(line)) resolve(line)
        })
    }
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`The program exited:\n${said.join('\n')}`)))
  })
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

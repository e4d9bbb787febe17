import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type QueryResult } from 'pg'

export interface RunningPostgres {
  /** URL of a superuser for the database `postgres`. */
  url: string
  /** The same over the server's socket, which takes less work than TCP. */
  socketUrl: string
  /** The server's data directory, which `stop` removes. */
  dataFolder: string
  /** Stops the server and keeps its files: `immediate` is like a crash, `kill` kills its main process. */
  halt: (how: 'fast' | 'immediate' | 'kill') => Promise<void>
  /** Starts the server again on the same port. */
  start: () => Promise<void>
  /** False after a halt or when it has ended by itself. */
  isRunning: () => boolean
  /** Makes a standby accept writes. */
  promote: () => Promise<void>
  stop: () => Promise<void>
}

/** The settings of `postgresql.conf`. */
export type Settings = Readonly<Record<string, string | number>>

export interface ServerOptions {
  /** The parent of its folder, temporary by default. */
  parent?: string
  /** True when the caller stops it on a signal, which then does not reach it before. */
  isStoppedByCaller?: boolean
}

type Unavailable = { unavailable: string }

const oldestMajor = 15
const startTries = 3
const endingTries = 100
const readyWithinMs = 60_000

/**
 * Starts a separate PostgreSQL for tests in a temporary folder. Its data does not survive a crash of the
 * machine. On a build machine (`CI` is set), an installed PostgreSQL that does not start is an error.
 * `settings` extend those of a small server.
 */
export async function startPostgres(
  settings: Settings = {},
  options: ServerOptions = {},
): Promise<RunningPostgres | Unavailable> {
  return startFilled((server) => server.initialise(), settings, options)
}

/** Starts a standby that follows another server by streaming. */
export async function startReplica(
  primary: Pick<RunningPostgres, 'url'>,
  settings: Settings = {},
  options: ServerOptions = {},
): Promise<RunningPostgres | Unavailable> {
  return startFilled((server) => server.copyFrom(primary.url, ['-R', '-X', 'stream']), settings, options)
}

/** Copies the files of a running server into a folder, with the log that makes them consistent. */
export async function takeBaseBackup({ url }: Pick<RunningPostgres, 'url'>, folder: string): Promise<void> {
  await toolsOrThrow().run('pg_basebackup', ['-d', url, '-D', folder, '-c', 'fast', '-X', 'none'])
}

/** Starts a server on such a copy and recovers it according to the settings. */
export async function startRestored(
  backupFolder: string,
  settings: Settings,
  options: ServerOptions = {},
): Promise<RunningPostgres | Unavailable> {
  return startFilled((server) => server.restoreFrom(backupFolder), settings, options)
}

async function startFilled(
  fill: (server: Server) => Promise<void>,
  settings: Settings,
  options: ServerOptions,
): Promise<RunningPostgres | Unavailable> {
  const tools = findTools()
  if (!tools) return { unavailable: `PostgreSQL ${oldestMajor} or newer is not installed` }
  try {
    return await Server.open(tools, fill, settings, options)
  } catch (error) {
    if (process.env['CI']) throw error
    return { unavailable: `PostgreSQL did not start: ${error instanceof Error ? error.message : error}` }
  }
}

/** Whether a recent enough PostgreSQL is installed. */
export const hasPostgres = () => findBinaries() !== undefined

/** Finds the folder of the installed PostgreSQL's programs; undefined when there is none. */
export const findProgramFolder = () => findBinaries()

/** Finds the folder with the oldest supported `initdb` and `postgres`. */
function findBinaries(): string | undefined {
  const folders = [
    ...versionedFolders('/usr/lib/postgresql', 'bin'),
    ...versionedFolders('/opt/homebrew/opt', 'bin'),
    ...versionedFolders('/usr/local/opt', 'bin'),
    ...(process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
  ]
  const found = folders
    .filter((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
    .map((folder) => ({ folder, major: majorOf(folder) }))
    .filter(({ major }) => major >= oldestMajor)
  // Prefers the oldest supported version, because newer ones accept statements that it does not.
  return found.sort((a, b) => a.major - b.major)[0]?.folder
}

function versionedFolders(parent: string, child: string): string[] {
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => /^(postgresql(@\d+)?|\d+)$/.test(name))
    .map((name) => join(parent, name, child))
}

function majorOf(folder: string): number {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

/** PostgreSQL refuses to run as root, so root runs it as the system user `postgres`. */
export interface SystemUser {
  uid?: number
  gid?: number
}

export function findSystemUser(): SystemUser {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map(
    (flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout,
  )
  if (!uid || !gid) throw new Error('as root, PostgreSQL needs a system user named postgres')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Runs PostgreSQL's programs as a user that is allowed to. */
class Tools {
  readonly #binaries: string
  readonly user = findSystemUser()

  constructor(binaries: string) {
    this.#binaries = binaries
  }

  spawn(name: string, args: string[], { detached = false } = {}) {
    const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe']
    // The shell's language may not be installed.
    const env = { ...process.env, LC_ALL: 'C' }
    return spawn(join(this.#binaries, name), args, { ...this.user, cwd: tmpdir(), env, stdio, detached })
  }

  async run(name: string, args: string[]): Promise<void> {
    const child = this.spawn(name, args)
    const [output, [code]] = await Promise.all([readAll(child.stderr), once(child, 'close')])
    if (code !== 0) throw new Error(`${name} failed: ${output}`)
  }

  runNow(name: string, args: string[]): void {
    spawnSync(join(this.#binaries, name), args, { ...this.user, cwd: tmpdir() })
  }

  /** Creates a folder that this user can write to. */
  async makeFolder(parent: string): Promise<string> {
    const folder = await mkdtemp(join(parent, 'nodeyard-postgres-'))
    if (this.user.uid !== undefined && this.user.gid !== undefined)
      await chown(folder, this.user.uid, this.user.gid)
    return folder
  }
}

function findTools(): Tools | undefined {
  const binaries = findBinaries()
  return binaries ? new Tools(binaries) : undefined
}

function toolsOrThrow(): Tools {
  const tools = findTools()
  if (!tools) throw new Error(`PostgreSQL ${oldestMajor} or newer is not installed`)
  return tools
}

/** One server in one folder. */
class Server implements RunningPostgres {
  readonly #tools: Tools
  readonly #folder: string
  readonly #settings: Settings
  readonly #isDetached: boolean
  readonly #forget: () => void
  readonly dataFolder: string
  #port = 0
  #exited: Promise<unknown> | undefined
  #pid: number | undefined

  static async open(
    tools: Tools,
    fill: (server: Server) => Promise<void>,
    settings: Settings,
    { parent = tmpdir(), isStoppedByCaller = false }: ServerOptions,
  ): Promise<Server> {
    const server = new Server(tools, await tools.makeFolder(parent), settings, isStoppedByCaller)
    try {
      await fill(server)
      await server.#startOnFreePort()
      return server
    } catch (error) {
      server.#forget()
      server.#remove()
      throw error
    }
  }

  private constructor(tools: Tools, folder: string, settings: Settings, isDetached: boolean) {
    this.#tools = tools
    this.#folder = folder
    this.#settings = settings
    this.#isDetached = isDetached
    this.dataFolder = join(folder, 'data')
    this.#forget = callAtExit(() => this.#remove(), isDetached ? [] : stoppingSignals)
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.#port}/postgres`
  }

  get socketUrl(): string {
    return `${this.url}?host=${encodeURIComponent(this.#folder)}`
  }

  async initialise(): Promise<void> {
    // Like the embedded database: text is compared by code point, with Unicode letters.
    const letters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
    const locale = ['--lc-collate=C', `--lc-ctype=${letters}`]
    const user = ['-U', 'postgres', '-A', 'trust']
    await this.#tools.run('initdb', ['-D', this.dataFolder, ...user, '-E', 'UTF8', '--no-sync', ...locale])
  }

  async copyFrom(url: string, flags: string[]): Promise<void> {
    await this.#tools.run('pg_basebackup', ['-d', url, '-D', this.dataFolder, '-c', 'fast', '-N', ...flags])
  }

  async restoreFrom(backupFolder: string): Promise<void> {
    await cp(backupFolder, this.dataFolder, { recursive: true })
    await writeFile(join(this.dataFolder, 'recovery.signal'), '')
    await chmod(this.dataFolder, 0o700)
    const { uid, gid } = this.#tools.user
    if (uid !== undefined && gid !== undefined) await chownAll(this.dataFolder, uid, gid)
  }

  /** Starts the server, also while the processes of one that was killed are still ending. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#startOnce()
      } catch (error) {
        const isEnding = error instanceof Error && error.message.includes('pre-existing shared memory block')
        if (!isEnding || attempt === endingTries) throw error
        await pause(100)
      }
    }
  }

  async #startOnce(): Promise<void> {
    const settings = {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      ...this.#settings,
      listen_addresses: '127.0.0.1',
      port: this.#port,
      unix_socket_directories: this.#folder,
      max_connections: 200,
      jit: 'off',
      logging_collector: 'off',
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = this.#tools.spawn('postgres', ['-D', this.dataFolder, ...args], {
      detached: this.#isDetached,
    })
    const log = readAll(child.stderr)
    let hasExited = false
    this.#pid = child.pid
    this.#exited = once(child, 'exit')
      .catch(() => undefined)
      .then(() => {
        hasExited = true
        this.#pid = undefined
      })
    try {
      await waitUntilReady(this.url, () => hasExited)
    } catch (error) {
      child.kill('SIGQUIT')
      await this.#exited
      throw new Error(`${error instanceof Error ? error.message : error}\n${(await log).slice(-2000)}`)
    }
  }

  async halt(how: 'fast' | 'immediate' | 'kill'): Promise<void> {
    if (this.#pid === undefined) return
    process.kill(this.#pid, { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' }[how] as NodeJS.Signals)
    await this.#exited
  }

  isRunning(): boolean {
    return this.#pid !== undefined
  }

  promote(): Promise<void> {
    return this.#tools.run('pg_ctl', ['promote', '-D', this.dataFolder, '-s', '-w'])
  }

  async stop(): Promise<void> {
    this.#forget()
    await this.halt('immediate')
    this.#remove()
  }

  async #startOnFreePort(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#port = await findFreePort()
        return await this.start()
      } catch (error) {
        // Another program can have taken the port in the meantime.
        if (attempt === startTries) throw error
      }
    }
  }

  #remove(): void {
    // Waits until the server has closed its files, which a signal alone would not.
    const stop = ['stop', '-D', this.dataFolder, '-m', 'immediate', '-s']
    if (this.#pid !== undefined) this.#tools.runNow('pg_ctl', stop)
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function chownAll(folder: string, uid: number, gid: number): Promise<void> {
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid)
}

const stoppingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Calls `cleanUp` when the process ends, normally or by a signal. Returns a function that cancels it. */
function callAtExit(cleanUp: () => void, signals: readonly NodeJS.Signals[]): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    forget()
    cleanUp()
    process.kill(process.pid, signal)
  }
  const forget = () => {
    process.off('exit', cleanUp)
    for (const signal of signals) process.off(signal, onSignal)
  }
  process.on('exit', cleanUp)
  for (const signal of signals) process.on(signal, onSignal)
  return forget
}

async function waitUntilReady(url: string, hasExited: () => boolean): Promise<void> {
  const deadline = performance.now() + readyWithinMs
  for (;;) {
    const failure = await tryConnection(url)
    if (!failure) return
    if (hasExited()) throw new Error('the server ended while it was starting')
    if (performance.now() > deadline) throw failure
    await pause(20)
  }
}

async function tryConnection(url: string): Promise<Error | undefined> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Runs a statement on a server. */
export async function onServer(url: string, statement: string, values?: unknown[]): Promise<QueryResult> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client.query(statement, values).finally(() => client.end())
}

/** Creates an empty database, and returns its URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await onServer(
    serverUrl,
    `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
  )
  return addressOf(serverUrl, name)
}

/** Returns the URL of a database of a server. */
export const addressOf = (serverUrl: string, name: string): string =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href

/** Finds a free port below the ephemeral range. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}

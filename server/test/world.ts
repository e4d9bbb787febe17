import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { defined, type Registry, registryAt } from '@nodeyard/contract/ground'
import type { InjectOptions, Response as InjectResponse } from 'light-my-request'
import pino from 'pino'
import { createRegistry } from '../src/api.ts'
import { type Composed, compose } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { diskStore } from '../src/ground/blobs/disk.ts'
import type { Database } from '../src/ground/db/database.ts'
import { world as realWorld } from '../src/ground/deps.ts'
import type { RequestHandler } from '../src/ground/http/api.ts'
import type { App } from '../src/ground/http/mount.ts'
import type { Config } from '../src/ground/settings.ts'
import { violations } from '../src/invariants.ts'
import { analystPool } from '../src/packs/publishing/analyst-pool.ts'
import { codeHostAt } from '../src/people/code-host/client.ts'
import { FakeCodeHost } from '../src/people/code-host/fake-code-host.ts'
import { playCodeHost } from '../src/people/code-host/played-host.ts'
import { signerOf } from '../src/people/identity/embedded/sessions.ts'
import type { TokenClaims } from '../src/people/identity/identity.ts'
import { fakeWorkflowFiles } from './fakes/workflow-files.ts'
import { Given } from './given.ts'
import { injectInto } from './inject.ts'
import { openTestDatabase } from './test-database.ts'

/**
 * A whole registry for one test file, over a separate real database: PGlite in memory, or PostgreSQL when
 * `TEST_DATABASE=postgres`. Only the clock is adjustable.
 */
export class World {
  readonly deps: Deps
  readonly app: App<Deps> & { handler: RequestHandler }
  readonly given: Given
  /** The fake host of all repositories. */
  readonly codeHost: FakeCodeHost
  readonly #composed: Composed
  readonly #folder: string
  readonly #clock: { offsetMs: number }
  readonly #allowedFailures: RegExp[] = []

  private constructor(
    composed: Composed,
    folder: string,
    clock: { offsetMs: number },
    codeHost: FakeCodeHost,
  ) {
    this.codeHost = codeHost
    this.#composed = composed
    this.#folder = folder
    this.#clock = clock
    this.deps = composed.deps
    this.app = createRegistry(composed.deps)
    this.given = new Given(composed.deps)
  }

  static async open(
    overrides: Partial<Deps> = {},
    env: Record<string, string> = {},
    openDatabase: () => Promise<Database> = () => openTestDatabase(overrides.telemetry),
  ): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-test-'))
    const clock = { offsetMs: 0 }
    const codeHost = new FakeCodeHost()
    const config: Config = readConfig({
      DATA_DIR: folder,
      PATH: process.env['PATH'],
      LOG_LEVEL: 'silent',
      ANALYSIS_WORKERS: '1',
      // Tests of the limits turn them on.
      RATE_LIMIT_FACTOR: '0',
      ...env,
    })
    const composed = await compose(config, {
      database: await openDatabase(),
      ...defined({ telemetry: overrides.telemetry }),
      blobs: overrides.blobs ?? diskStore({ root: join(folder, 'blobs') }),
      log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
      works: false,
      retrySeconds: 0,
      overrides: {
        now: () => new Date(realWorld.now().getTime() + clock.offsetMs),
        strictContract: true,
        workflowFiles: fakeWorkflowFiles,
        // Real hashes would be half of the work of tests that sign people up.
        passwordCost: { logN: 4, r: 8, p: 1 },
        // At normal priority, so that tests end on busy machines.
        repositoryAnalyst: analystPool({ workers: 1, log: pino({ level: 'silent' }) }),
        ...(config.codeHost.isFake
          ? playCodeHost(config, codeHost)
          : { codeHost: codeHostAt(config.codeHost, codeHost.fetch) }),
        ...overrides,
      },
    })
    return new World(composed, folder, clock, codeHost)
  }

  now(): Date {
    return this.deps.now()
  }

  /** Moves the product's clock; the database's clock is unaffected. */
  advance(ms: number): void {
    this.#clock.offsetMs += ms
  }

  /** Moves the clock to the start of the next day (UTC), for tests of days that must not cross midnight. */
  startDay(): void {
    const dayMs = 86_400_000
    this.advance(dayMs - (this.now().getTime() % dayMs))
  }

  /** An anonymous client, in process. */
  get anonymous(): Registry {
    return registryAt('http://registry.test', this.fetch)
  }

  /** A client signed in as this user. */
  as(user: { id: string; email: string; name: string }): Registry {
    return registryAt('http://registry.test', async (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${await this.tokenOf(user)}`)
      return this.fetch(input, { ...init, headers })
    })
  }

  /** Returns the ID token of a user who has just signed in. */
  tokenOf(user: { id: string; email: string; name: string }, claims?: Partial<TokenClaims>): Promise<string> {
    return signerOf(this.deps).sign({
      subject: user.id,
      email: user.email,
      emailVerified: true,
      name: user.name,
      authTime: this.now(),
      provider: 'password',
      ...claims,
    })
  }

  /** Sends a raw request that a well-behaved client would not send. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const answer = await this.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      ...(request.body ? { payload: Buffer.from(await request.arrayBuffer()) } : {}),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value))
    const hasBody = ![204, 304].includes(answer.statusCode)
    return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers,
    })
  }

  /** Sends one request without a network, through the response cache as over HTTP. */
  async inject(request: InjectOptions): Promise<InjectResponse> {
    await this.app.fastify.ready()
    return injectInto(this.app.handler, request)
  }

  /** Also serves HTTP on a free port. Returns its URL, which responses use from then on. */
  async listen(): Promise<string> {
    const { fastify } = this.app
    if (!fastify.server.listening) {
      // A busy test would not notice in time that the server closed an idle connection.
      fastify.server.keepAliveTimeout = 0
      await fastify.listen({ host: '127.0.0.1', port: 0 })
      const { port } = fastify.server.address() as AddressInfo
      Object.assign(this.deps.config, { apiUrl: `http://127.0.0.1:${port}` })
    }
    return this.deps.config.apiUrl
  }

  /** Runs jobs until none is due. */
  runJobs(): Promise<number> {
    return this.deps.jobs.drain(this.deps)
  }

  /** Returns the audit log of one subject, oldest first. */
  events(subjectId: string) {
    return this.deps.db
      .selectFrom('audit_events')
      .selectAll()
      .where('subject_id', '=', subjectId)
      .orderBy('id')
      .execute()
  }

  /** Makes `close` ignore jobs that failed with this message, for tests that break what jobs need. */
  allowFailedJobs(message: RegExp): void {
    this.#allowedFailures.push(message)
  }

  /**
   * Runs every due job, checks every invariant of the database, and closes the registry. Throws for a broken
   * invariant, an unexpected failure of a job, and an unfinished job.
   */
  async close(): Promise<void> {
    try {
      const unfinished = await this.#findUnfinishedJobs()
      assert.deepEqual(await violations(this.deps.database), [])
      assert.deepEqual(unfinished, [], 'no job failed or is left over')
    } finally {
      this.app.fastify.server.closeAllConnections()
      await this.app.fastify.close()
      await this.#composed.close()
      await rm(this.#folder, { recursive: true, force: true })
    }
  }

  async #findUnfinishedJobs() {
    await this.runJobs()
    const { rows } = await this.deps.database.raw.query(
      `select name, state, output->>'message' as message from jobs.job
       where state in ('failed', 'retry', 'active') or state = 'created' and start_after <= now()`,
    )
    return rows.filter(
      ({ message }) => !this.#allowedFailures.some((allowed) => allowed.test(String(message))),
    )
  }
}

/** Opens one registry before the first test of this file, and checks it after the last. */
export function useWorld(overrides?: Partial<Deps>, env?: Record<string, string>): { world: World } {
  const holder = {} as { world: World }
  before(async () => {
    holder.world = await World.open(overrides, env)
  })
  after(() => holder.world.close())
  return holder
}

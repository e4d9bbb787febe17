import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRegistry } from '../server/src/api.ts'
import { compose, createLog, openBlobs } from '../server/src/compose.ts'
import { readConfig } from '../server/src/config.ts'
import type { Deps } from '../server/src/deps.ts'
import { findSiteFile } from '../server/src/discovery/site-files/find.ts'
import type { RanQuery } from '../server/src/ground/db/database.ts'
import { openPostgres } from '../server/src/ground/db/open.ts'
import type { RequestHandler } from '../server/src/ground/http/api.ts'
import type { App } from '../server/src/ground/http/mount.ts'
import { createPublisherFor, createTokenFor } from '../server/src/operator/publishers.ts'
import { signerOf } from '../server/src/people/identity/embedded/sessions.ts'
import { publish } from '../server/test/command-line-client.ts'
import { injectInto } from '../server/test/inject.ts'
import { buildPack } from '../server/test/pack.ts'

/** A read that people or programs do all day. */
export interface HotRead {
  label: string
  path: string
  /** The body of a POST. */
  body?: unknown
  /** The signed-in user; anonymous if omitted. */
  asUser?: string
  /** A file of the site instead of a route of the API. */
  isSiteFile?: boolean
}

/** A registry in this process that bypasses its caches. */
export interface InProcess {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Runs a read and returns its statements. Throws on an error response. */
  ask(read: HotRead): Promise<RanQuery[]>
  /** Creates a publisher. The result publishes a version, runs all jobs, and returns the statements. */
  publisher(): Promise<(version: { nodeId: string; number: number }) => Promise<RanQuery[]>>
  /** Returns the current plan of a statement. */
  explain(query: RanQuery): Promise<unknown>
  close(): Promise<void>
}

/** Opens a registry in this process on an existing database. */
export async function openInProcess(databaseUrl: string): Promise<InProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-in-process-'))
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '0' })
  let ran: RanQuery[] = []
  const database = await openPostgres(databaseUrl, 4, (query) => ran.push(query))
  const { deps, close } = await compose(config, {
    database,
    blobs: openBlobs(config),
    log: createLog(config),
    works: false,
  })
  const app = createRegistry(deps)
  await app.fastify.ready()

  return {
    query: (sql, parameters) => database.raw.query(sql, parameters),
    async ask(read) {
      ran = []
      await answerRead({ deps, handler: app.handler }, read)
      return ran
    },
    async publisher() {
      const target = await makeTarget(deps, app.fastify)
      return async ({ nodeId, number }) => {
        ran = []
        const id = `${target.publisherId}-${nodeId}`
        const version = `1.0.${number}`
        const archive = buildPack({ id, version, files: { 'notes.txt': `${id} ${number}` } })
        await publish({ ...target, nodeId: id, version, archive })
        await deps.jobs.drain(deps)
        return ran
      }
    },
    async explain({ sql, parameters }) {
      const { rows } = await database.raw.query(`explain (verbose, format json) ${sql}`, [...parameters])
      return rows[0]?.['QUERY PLAN']
    },
    async close() {
      await app.fastify.close()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The command-line client needs HTTP. Each run uses its own publisher, because earlier versions stay. */
async function makeTarget(deps: Deps, fastify: App['fastify']) {
  const publisherId = `m${Date.now().toString(36)}`
  const apiUrl = await fastify.listen({ host: '127.0.0.1', port: 0 })
  Object.assign(deps.config, { apiUrl })
  await createPublisherFor(deps, {
    id: publisherId,
    name: publisherId,
    ownerEmail: `${publisherId}@example.test`,
  })
  return { apiUrl, publisherId, token: await createTokenFor(deps, publisherId, 'measurement') }
}

/** Runs a read against the database without caches. Throws on an error response. */
export async function answerRead(
  { deps, handler }: { deps: Deps; handler: RequestHandler },
  { label, path, body, asUser, isSiteFile }: HotRead,
): Promise<void> {
  deps.changes.announce(['*'])
  if (isSiteFile) {
    if (!(await findSiteFile(deps, path))) throw new Error(`${label}: there is no ${path}`)
    return
  }
  const answer = await injectInto(handler, {
    method: body === undefined ? 'GET' : 'POST',
    url: path,
    headers: asUser === undefined ? {} : { authorization: `Bearer ${await tokenOf(deps, asUser)}` },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  if (answer.statusCode >= 300) throw new Error(`${label}: ${answer.statusCode} ${answer.payload}`)
}

/** Returns the token of a generated user who has just signed in. */
function tokenOf(deps: Deps, userId: string): Promise<string> {
  return signerOf(deps).sign({
    subject: userId,
    email: `${userId}@example.test`,
    emailVerified: true,
    name: userId,
    authTime: deps.now(),
    provider: 'password',
  })
}

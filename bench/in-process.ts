import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, Response } from 'light-my-request'
import { compose, createLog, openBlobs } from '../server/src/compose.ts'
import { readConfig } from '../server/src/config.ts'
import { openPostgres, type RanQuery } from '../server/src/db/database.ts'
import { signerOf } from '../server/src/identity/embedded/sessions.ts'
import { createRegistry } from '../server/src/registry.ts'
import { findSiteFile } from '../server/src/site-files/find.ts'
import type { HotRead } from './hot-reads.ts'

const { inject } = createRequire(import.meta.resolve('fastify'))('light-my-request') as {
  inject(handler: unknown, request: InjectOptions): Promise<Response>
}

/** A registry in this process, which takes nothing from memory. */
export interface InProcess {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Answers a read, and gives the statements that it took. A refusal is an error. */
  ask(read: HotRead): Promise<RanQuery[]>
  close(): Promise<void>
}

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

  const headersFor = async (userId: string | undefined): Promise<Record<string, string>> => {
    if (userId === undefined) return {}
    const token = await signerOf(deps).sign({
      subject: userId,
      email: `${userId}@example.test`,
      emailVerified: true,
      name: userId,
      authTime: deps.now(),
      provider: 'password',
    })
    return { authorization: `Bearer ${token}` }
  }

  return {
    query: (sql, parameters) => database.raw.query(sql, parameters),
    async ask(read) {
      deps.changes.announce(['*'])
      const headers = await headersFor(read.asUser)
      ran = []
      if (read.isSiteFile) {
        if (!(await findSiteFile(deps, read.path))) throw new Error(`${read.says}: there is no ${read.path}`)
        return ran
      }
      const { body } = read
      const answer = await inject(app.handler, {
        method: body === undefined ? 'GET' : 'POST',
        url: read.path,
        headers,
        ...(body === undefined ? {} : { payload: body as object }),
      })
      if (answer.statusCode >= 300) throw new Error(`${read.says}: ${answer.statusCode} ${answer.payload}`)
      return ran
    },
    async close() {
      await app.fastify.close()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import type { Logger } from 'pino'
import type { BlobStore } from '../blobs/store.ts'
import type { Changes } from '../db/changes.ts'
import type { Database, Db } from '../db/database.ts'
import type { Replicas } from '../db/replicas.ts'
import type { Config } from '../settings.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { ResponseCache } from './response-cache.ts'

/** The parts of the program that serving HTTP requests needs. */
export interface HttpDeps {
  config: Config
  log: Logger
  telemetry: Telemetry
  database: Database
  db: Db
  blobs: BlobStore
  replicas: Replicas
  changes: Changes
  responseCache: ResponseCache
  /** Signs upload addresses. */
  uploadKey: string
  now(): Date
  newId(): string
  randomBytes(size: number): Buffer
  /** In tests: an error that the contract does not declare is a bug. */
  strictContract: boolean
}

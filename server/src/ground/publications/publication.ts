import type { ErrorCode, Signed } from '@nodeyard/contract/ground'
import type { BlobStore } from '../blobs/store.ts'
import { type Changes, markChanged, transact } from '../db/changes.ts'
import type { Db, DbOrTx, Tx } from '../db/database.ts'
import { RegistryError } from '../errors.ts'
import { type Signature, type SignDeps, signDocument } from './signing.ts'
import {
  deleteIssues,
  type IssueOf,
  type Issues,
  type IssueTable,
  insertIssue,
  listIssues,
  listKids,
  listNamedFiles,
  lockIssues,
  type Outdated,
  type OwnColumns,
} from './sql.ts'

interface FileDeps {
  db: Db
  changes: Changes
  blobs: BlobStore
  now(): Date
}

interface Options {
  /** Type of the signed document, and the days that it is valid. */
  type: string
  days: number
  /** Invalidates cached responses. */
  tag: string
  /** The files of its issues in the blob store, named by their digests. */
  folder?: string
  endings?: readonly string[]
}

const dayMs = 86_400_000
/** Renewal long before expiry gives rare clients a list that is valid for days. */
const renewedAfterMs = dayMs
/** The clock difference that clients tolerate. */
const toleranceMs = 60_000
/** A younger file without an issue may belong to one in progress. */
export const strayAfterMs = dayMs

/** Whether to issue again although nothing has changed. */
export function isOld({ issued_at }: { issued_at: Date }, now: Date): boolean {
  const ageMs = now.getTime() - issued_at.getTime()
  // Clients refuse a list from the future, which a clock that ran ahead can produce.
  return ageMs >= renewedAfterMs || ageMs < -toleranceMs
}

/** Returns why to issue again although the content has not changed, or undefined. */
export async function whyReissue(
  db: DbOrTx,
  last: { issued_at: Date; kids: readonly string[] },
  now: Date,
): Promise<'old' | 'keys' | undefined> {
  if (isOld(last, now)) return 'old'
  return (await listKids(db)).join() === last.kids.join() ? undefined : 'keys'
}

/** A signed document that is issued again and again, each time with a higher number. */
export class Publication<Table extends IssueTable> {
  readonly #of: Issues<Table>
  readonly #options: Options

  constructor(of: Issues<Table>, options: Options) {
    this.#of = of
    this.#options = options
  }

  async last(db: DbOrTx): Promise<IssueOf<Table> | undefined> {
    return (await listIssues(db, this.#of, 1))[0]
  }

  /** Lists all issues, newest first. */
  list(db: DbOrTx): Promise<IssueOf<Table>[]> {
    return listIssues(db, this.#of, Number.MAX_SAFE_INTEGER)
  }

  /** Serializes issuing and removing files. */
  lock(tx: Tx): Promise<void> {
    return lockIssues(tx, this.#of)
  }

  /**
   * Signs, stores and returns the next issue, under the lock. Its number is the time in milliseconds, or one more than the last.
   * After a restore from a backup, the time still exceeds every number issued since.
   */
  async issue(
    tx: Tx,
    deps: SignDeps,
    content: object,
    columns: (signed: Signature) => OwnColumns<Table>,
  ): Promise<IssueOf<Table>> {
    const last: { sequence?: number; serial?: number } = (await this.last(tx)) ?? {}
    const number = Math.max((last[this.#of.number] ?? 0) + 1, deps.now().getTime())
    const numbered = { ...content, [this.#of.number]: number }
    const signed = await signDocument(tx, deps, { ...this.#options, content: numbered })
    const envelope = JSON.stringify(signed.envelope)
    const row = { ...columns(signed), [this.#of.number]: number, issued_at: signed.issued, envelope }
    markChanged(tx, this.#options.tag)
    return insertIssue(tx, this.#of, row)
  }

  /** Deletes outdated issues, and the files that only they name. Returns the number of issues. */
  async removeOutdated(tx: Tx, { blobs }: Pick<FileDeps, 'blobs'>, outdated: Outdated): Promise<number> {
    const { folder = '', endings = [] } = this.#options
    const before = await listNamedFiles(tx, this.#of)
    const deleted = await deleteIssues(tx, this.#of, outdated)
    const unnamed = [...before.difference(await listNamedFiles(tx, this.#of))]
    const keys = unnamed.flatMap((digest) => endings.map((ending) => fileKey(folder, digest, ending)))
    await Promise.all(keys.map((key) => blobs.delete(key)))
    return deleted
  }

  /** Removes files that processes left behind when they died. */
  async removeStrayFiles(deps: FileDeps, signal?: AbortSignal): Promise<void> {
    for (const key of await this.listStrayFiles(deps, strayAfterMs)) {
      if (signal?.aborted) return
      await transact(deps, async (tx) => {
        await this.lock(tx)
        if (!(await listNamedFiles(tx, this.#of)).has(digestIn(key))) await deps.blobs.delete(key)
      })
    }
  }

  /** Lists the keys of files that no issue names. */
  async listStrayFiles({ db, blobs, now }: FileDeps, minAgeMs: number): Promise<string[]> {
    const named = await listNamedFiles(db, this.#of)
    const before = now().getTime() - minAgeMs
    const stray = []
    for await (const { key, modifiedAt } of blobs.list(this.#options.folder ?? ''))
      if (!named.has(digestIn(key)) && modifiedAt.getTime() < before) stray.push(key)
    return stray
  }

  /** Makes a handler that responds with the last issue. */
  respondWithLast(missing: ErrorCode) {
    return async ({ deps: { db } }: { deps: { db: DbOrTx } }): Promise<Signed> => {
      const last = (await this.last(db)) as { envelope: Signed } | undefined
      if (!last) throw new RegistryError(missing)
      return last.envelope
    }
  }
}

export const fileKey = (folder: string, digest: string, ending: string): string =>
  `${folder}${digest.slice(0, 2)}/${digest}${ending}`

const digestIn = (key: string) => /\/[0-9a-f]{2}\/([0-9a-f]{64})(?:\.\w+)?$/.exec(key)?.[1] ?? ''

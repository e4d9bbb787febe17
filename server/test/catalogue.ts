import { createHash } from 'node:crypto'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { type Catalogue, type CatalogueEntry, getCatalogue } from '@nodeyard/contract/catalogue'
import { listKillListKeys } from '@nodeyard/contract/kill-list'
import { currentText, verifyCatalogue } from '../../client/src/catalogue.ts'
import { absorbChanges } from '../src/discovery/catalogue/absorb.ts'
import { keepCatalogue, packCatalogue } from '../src/discovery/catalogue/jobs.ts'
import { issuePointer, makeSnapshot } from '../src/discovery/catalogue/pointer.ts'
import { findLastSnapshot } from '../src/discovery/catalogue/sql.ts'
import { transact } from '../src/ground/db/changes.ts'
import type { World } from './world.ts'

const minuteMs = 60_000

/** Has the catalogue brought up to date and packed, as far in the future that nothing has to wait. */
export async function issueCatalogue(world: World): Promise<Catalogue> {
  world.advance(10 * minuteMs)
  await transact(world.deps, async (tx) => {
    await world.deps.jobs.send(tx, keepCatalogue, {})
    await world.deps.jobs.send(tx, packCatalogue, {})
  })
  await world.runJobs()
  await world.deps.syncPages.bring()
  return readCatalogue(world)
}

/** Has the catalogue brought up to date beside the snapshot that is there. */
export async function pointAnew(world: World): Promise<Catalogue> {
  await absorbChanges(world.deps)
  const last = await findLastSnapshot(world.deps.db)
  if (!last || !(await issuePointer(world.deps, last))) throw new Error('no pointer could be issued')
  return readCatalogue(world)
}

/** Where the test is about something else: one is there. */
export async function haveCatalogue({ deps }: World): Promise<void> {
  if (await findLastSnapshot(deps.db)) return
  await absorbChanges(deps)
  await makeSnapshot(deps)
}

/** The pointer of this moment, believed as a client would. */
export async function readCatalogue(world: World): Promise<Catalogue> {
  const { keys } = await world.anonymous.call(listKillListKeys)
  const signed = await world.anonymous.call(getCatalogue)
  return verifyCatalogue(signed, { keys, lastSequence: 0, now: world.now() })
}

const unpackers = {
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  identity: (bytes: Buffer) => bytes,
}

/** A file as a client gets it, unpacked and compared with its name. */
export async function readCatalogueFile(
  world: World,
  digest: string,
  encoding: keyof typeof unpackers = 'zstd',
): Promise<string> {
  const answer = await world.inject({
    method: 'GET',
    url: `/catalogue/${digest}`,
    headers: { 'accept-encoding': encoding },
  })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.payload}`)
  const text = unpackers[encoding](answer.rawPayload)
  if (createHash('sha256').update(text).digest('hex') !== digest) throw new Error('not what its name says')
  return text.toString()
}

/** All lines of now: the snapshot, and what has changed since. */
export async function readCurrent(world: World, { snapshot, recent }: Catalogue): Promise<string> {
  const text = await readCatalogueFile(world, snapshot.digest)
  return currentText(recent ? { text, recent: await readCatalogueFile(world, recent.digest) } : { text })
}

export const entriesOf = (file: string): CatalogueEntry[] =>
  file
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as CatalogueEntry)

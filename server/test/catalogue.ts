import { createHash } from 'node:crypto'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { type Catalogue, type CatalogueEntry, getCatalogue } from '@nodeyard/contract/discovery'
import { listKillListKeys } from '@nodeyard/contract/safety'
import { currentText, verifyCatalogue } from '../../client/src/catalogue.ts'
import { updateEntries } from '../src/discovery/catalogue/entries/update.ts'
import { catalogues } from '../src/discovery/catalogue/files.ts'
import { keepCatalogue } from '../src/discovery/catalogue/jobs.ts'
import { publishCatalogue } from '../src/discovery/catalogue/publish.ts'
import { datasets } from '../src/discovery/dataset/files.ts'
import { publishDataset } from '../src/discovery/dataset/make.ts'
import { transact } from '../src/ground/db/changes.ts'
import type { World } from './world.ts'

const minuteMs = 60_000

/** Runs the job that publishes the catalog, at a time when it need not wait. */
export async function issueCatalogue(world: World): Promise<Catalogue> {
  world.advance(10 * minuteMs)
  await transact(world.deps, (tx) => world.deps.jobs.send(tx, keepCatalogue, {}))
  await world.runJobs()
  await world.deps.syncPages.refresh()
  return readCatalogue(world)
}

/** Packs a new snapshot of the current nodes. */
export async function packCatalogue(world: World): Promise<Catalogue> {
  await updateEntries(world.deps)
  await publishCatalogue(world.deps, { repacks: true })
  return readCatalogue(world)
}

/** Ensures that there is a catalogue, for tests of other subjects. */
export async function haveCatalogue(world: World): Promise<void> {
  if (!(await catalogues.last(world.deps.db))) await packCatalogue(world)
}

/** Ensures that there is a dataset, for tests of other subjects. */
export async function haveDataset(world: World): Promise<void> {
  if (!(await datasets.last(world.deps.db))) await publishDataset(world.deps)
}

/** Reads and verifies the current pointer as a client would. */
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

/** Reads a file as a client would, unpacked and verified. */
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
  if (createHash('sha256').update(text).digest('hex') !== digest)
    throw new Error('the digest of the file differs from its name')
  return text.toString()
}

/** Returns all current lines: the snapshot with the recent changes. */
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

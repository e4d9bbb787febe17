import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { CliError } from '../../cli/src/ground/errors.ts'
import { publishFolder } from '../../cli/src/publish/publish-folder.ts'
import { createRegistry } from '../src/api.ts'
import type { Deps } from '../src/deps.ts'
import { RegistryError } from '../src/ground/errors.ts'
import { createPublisherFor, createTokenFor } from '../src/operator/publishers.ts'
import { findUserByEmail } from '../src/operator/sql.ts'
import { createUnclaimedNode } from '../src/safety/admin/nodes.ts'
import { adminEmail, createDemoPeople, publisherEmail } from './accounts.ts'
import { addDemoCollections, type DemoCollection } from './collections.ts'
import { type DemoDesk, fillDesks } from './desk.ts'
import { givePast, type PackPast } from './history.ts'

export interface DemoCatalogue {
  /** `admin` owns the publishers of the registry itself. */
  publishers: { id: string; name: string; description: string; owner?: string }[]
  packs: (Omit<PackPast, 'nodeId' | 'versions'> & {
    publisher: string
    versions: (PackPast['versions'][number] & { folder: string; changelog: string })[]
  })[]
  /** Unclaimed nodes. */
  unclaimed: {
    id: string
    name: string
    description: string
    author: string
    category: string
    license: string
    repository: string
  }[]
  collections: DemoCollection[]
  desk: DemoDesk
}

const folder = new URL('./', import.meta.url)

/**
 * Publishes the demo catalog over HTTP and through the real pipeline. Skips existing versions, so it can be repeated after
 * an interruption. After an abort, the current version is finished and no other started.
 */
export async function seedDemo(
  deps: Deps,
  output: (line: string) => void,
  signal = new AbortController().signal,
): Promise<void> {
  const catalogue = await readDemoCatalogue()
  await createDemoPeople(deps, output)
  output('Publishing the demo catalog …')
  const api = await privateApi(deps)
  try {
    for (const publisher of catalogue.publishers) await createOnce(deps, publisher)
    const tokens = new Map<string, string>()
    for (const { publisher, versions } of catalogue.packs) {
      const token = tokens.get(publisher) ?? (await createTokenFor(deps, publisher, 'Demo catalog'))
      tokens.set(publisher, token)
      for (const version of versions) {
        if (signal.aborted) return
        await publishOnce(api.url, publisher, token, version, output)
      }
    }
    await deps.jobs.drain(deps, signal)
    if (signal.aborted) return
    for (const pack of catalogue.packs) await givePast(deps, pastOf(pack))
    for (const node of catalogue.unclaimed) await addOnce(deps, node)
    await addDemoCollections(deps, catalogue.collections)
    await fillDesks(deps, catalogue.desk)
    await deps.jobs.drain(deps, signal)
  } finally {
    await api.close()
  }
  if (!signal.aborted) output('The demo catalog is published.')
}

export async function readDemoCatalogue(): Promise<DemoCatalogue> {
  return JSON.parse(await readFile(new URL('catalogue.json', folder), 'utf8'))
}

/** The folder of the newest version is named after the node. */
export const idOf = ({ versions }: DemoCatalogue['packs'][number]): string => versions.at(-1)?.folder ?? ''

function pastOf(pack: DemoCatalogue['packs'][number]): PackPast {
  return { ...pack, nodeId: idOf(pack) }
}

async function addOnce(deps: Deps, node: DemoCatalogue['unclaimed'][number]): Promise<void> {
  try {
    await createUnclaimedNode(deps, { kind: 'operator', id: 'demo' }, node)
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'node_exists') throw error
  }
}

/** Starts a separate API on a free port, because the public URL may not be reachable from here. */
async function privateApi(deps: Deps): Promise<{ url: string; close(): Promise<void> }> {
  const config = { ...deps.config, apiUrl: '' }
  const { fastify } = createRegistry({ ...deps, config })
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  config.apiUrl = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`
  return { url: config.apiUrl, close: () => fastify.close() }
}

async function createOnce(
  deps: Deps,
  { owner, ...publisher }: DemoCatalogue['publishers'][number],
): Promise<void> {
  // A hosted identity project has no demo admin.
  const isAdmins = owner === 'admin' && (await findUserByEmail(deps.db, adminEmail)) !== undefined
  try {
    await createPublisherFor(deps, { ...publisher, ownerEmail: isAdmins ? adminEmail : publisherEmail })
  } catch (error) {
    if (!(error instanceof RegistryError) || !/^(publisher_id_taken|too_many_publishers)$/.test(error.code))
      throw error
  }
}

async function publishOnce(
  apiUrl: string,
  publisherId: string,
  token: string,
  { folder: name, version, changelog }: DemoCatalogue['packs'][number]['versions'][number],
  output: (line: string) => void,
): Promise<void> {
  const path = fileURLToPath(new URL(`packs/${name}`, folder))
  try {
    const { nodeId } = await publishFolder({
      folder: path,
      apiUrl,
      token,
      publisherId,
      version,
      changelog,
      // The demo also runs where git is missing or refuses.
      select: { isWithoutGit: true },
    })
    output(`  ${nodeId} ${version}`)
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'version_taken') throw error
  }
}

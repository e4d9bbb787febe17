import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { registryAt } from '@nodeyard/contract/ground'
import { getNode } from '@nodeyard/contract/packs'
import pino from 'pino'
import { createRegistry } from '../src/api.ts'
import { compose } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import { diskStore } from '../src/ground/blobs/disk.ts'
import { openEmbedded } from '../src/ground/db/open.ts'
import { world } from '../src/ground/deps.ts'
import { violations } from '../src/invariants.ts'
import { createPublisherFor, createTokenFor } from '../src/operator/publishers.ts'
import { type AnnounceAnswer, announce, upload } from './command-line-client.ts'
import { buildPack } from './pack.ts'

/**
 * A registry that dies as in a power failure, when publishing reads the clock for the `tick`-th time, which
 * it does before and after every write. It first recovers from the previous crash at `lastTick`, and prints
 * the state that it found.
 */
const [folder = '', tickText = '0', lastTick = '0'] = process.argv.slice(2)
const tick = Number(tickText)
let ticksLeft = Number.POSITIVE_INFINITY

const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ANALYSIS_WORKERS: '1' })
const { deps, close, isNew } = await compose(config, {
  database: await openEmbedded({ folder }),
  blobs: diskStore({ root: join(folder, 'blobs') }),
  log: pino({ level: 'silent' }),
  works: true,
  retrySeconds: 0,
  overrides: {
    now() {
      if (--ticksLeft < 0) process.kill(process.pid, 'SIGKILL')
      return world.now()
    },
  },
})
const app = createRegistry(deps)
await app.fastify.listen({ host: '127.0.0.1', port: 0 })
const apiUrl = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`
Object.assign(deps.config, { apiUrl })
if (isNew) await createPublisherFor(deps, { id: 'acme', name: 'Acme', ownerEmail: 'owner@example.test' })
const token = await createTokenFor(deps, 'acme', 'test')

/** Repeats the command, like a person, until the version exists. */
async function publish(nodeId: string): Promise<void> {
  const announced = await announce({ apiUrl, publisherId: 'acme', nodeId, token })
  if (announced.status === 400) return
  const { signedUrl } = (await announced.json()) as AnnounceAnswer
  const uploaded = await upload(signedUrl, buildPack({ id: nodeId }))
  if (uploaded.status !== 200) throw new Error(await uploaded.text())
}

async function recover(nodeId: string): Promise<object> {
  await deps.jobs.drain(deps)
  await publish(nodeId)
  await deps.jobs.drain(deps)
  const node = await registryAt(apiUrl, fetch).call(getNode, { params: { nodeId } })
  const archive = await fetch(node.latest_version?.downloadUrl ?? '')
  const bytes = Buffer.from(await archive.arrayBuffer())
  return {
    nodeId,
    version: node.latest_version?.version,
    isWhole: bytes.equals(Buffer.from(buildPack({ id: nodeId }))),
    comfyNodes: node.comfy_node_count,
    broken: await violations(deps.database),
  }
}

if (tick > 0) console.log(JSON.stringify(await recover(`blur-${lastTick}`)))
else await publish('blur-0')
ticksLeft = tick
await publish(`blur-${tick}`)
await deps.jobs.drain(deps)
ticksLeft = Number.POSITIVE_INFINITY
console.log(JSON.stringify({ survived: tick }))
await app.fastify.close()
await close()

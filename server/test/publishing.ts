import { createTokenFor } from '../src/operator/publishers.ts'
import { publish } from './command-line-client.ts'
import { buildPack, type PackSpec } from './pack.ts'
import type { World } from './world.ts'

export interface TestPublisher {
  id: string
  name: string
  ownerId: string
  /** A token that publishes for the publisher. */
  token: string
  /**
   * Publishes a pack like the command-line client, and runs the pipeline unless disabled. The address counts
   * where the registry trusts a proxy.
   */
  publish(
    pack: PackSpec & { name?: string; node?: object; waiting?: boolean; address?: string },
  ): Promise<{ id: string; nodeId: string }>
}

/** Creates a publisher with a token, over HTTP. */
export async function testPublisher(
  world: World,
  part: { id?: string; name?: string; owner?: { id: string } } = {},
): Promise<TestPublisher> {
  const apiUrl = await world.listen()
  const { id, name, ownerId } = await world.given.publisher(part)
  const token = await createTokenFor(world.deps, id, 'test')
  return {
    id,
    name,
    ownerId,
    token,
    async publish({ name: nodeName, node: further, waiting = false, address, ...pack }) {
      const sent = { apiUrl, publisherId: id, token, nodeId: pack.id, version: pack.version ?? '1.0.0' }
      const node = { ...(nodeName === undefined ? {} : { name: nodeName }), ...further }
      const uploadHeaders = address === undefined ? {} : { 'x-forwarded-for': address }
      const { node_version } = await publish({ ...sent, node, archive: buildPack(pack), uploadHeaders })
      if (!waiting) await world.runJobs()
      return { id: node_version.id, nodeId: pack.id }
    },
  }
}

import { getNode as contract, type NodeDetail } from '@nodeyard/contract/nodes'
import { RegistryError } from '../../ground/errors.ts'
import { Redirect } from '../../ground/http/call.ts'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import { withSiteAddresses } from '../../ground/markdown/site-addresses.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { withLooks } from '../looks/looks.ts'
import { toProvenance } from '../versions/provenance.ts'
import { assertReadable, userIdOf } from '../versions/readable-node.ts'
import { openStatuses } from '../versions/statuses.ts'
import type { Deps } from './deps.ts'
import { showsContent, toReading } from './reading-to-wire.ts'
import { findNodeInDetail } from './sql.ts'
import { toNode } from './to-wire.ts'

/**
 * Reads one node. An id in another letter case is redirected to the stored one. Source: API contract 14.3.
 */
export async function getNode(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  requested: { nodeId: string; translations: boolean; looks?: boolean | undefined },
): Promise<NodeDetail | Redirect> {
  const reader = { readerId: userIdOf(actor), statuses: openStatuses }
  const found = await findNodeInDetail(db, requested.nodeId, reader)
  if (!found) throw new RegistryError('node_not_found')
  const { node, latest, details } = found
  const isEditor = assertReadable(actor, { ...node, is_owned: details.isOwned })
  if (node.id !== requested.nodeId)
    return new Redirect(contract, { nodeId: node.id }, ['nodes', `node:${node.id}`])
  const { readmeHtml, licenseName, versions, hints, provenance, reading, isReadingOff } = details
  const shownFrom =
    latest?.version ?? (reading && showsContent(reading, config.readings) ? reading.commit_id : undefined)
  const [looked] = requested.looks ? await withLooks(db, [{ id: node.id }]) : []
  return {
    ...(looked?.look ? { look: looked.look } : {}),
    ...toNode(config, found, {
      forAdmins: isAdmin(actor),
      forEditors: isEditor,
      translations: requested.translations,
    }),
    ...toProvenance(provenance),
    version_count: versions,
    ...unlessEmpty('license_name', licenseName ?? ''),
    ...(reading ? { reading: toReading(reading, config.readings) } : {}),
    ...(isReadingOff ? { is_reading_off: true } : {}),
    ...(readmeHtml && shownFrom !== undefined
      ? { readme_html: withSiteAddresses(readmeHtml, config, { nodeId: node.id, version: shownFrom }) }
      : {}),
    ...(hints.length > 0 ? { unverified_comfy_nodes: hints } : {}),
  }
}

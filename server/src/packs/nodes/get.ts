import { commercialUse, licenseName as nameOfLicense } from '@nodeyard/analysis/manifest'
import { defined } from '@nodeyard/contract/ground'
import { getNode as contract, type NodeDetail } from '@nodeyard/contract/packs'
import { RegistryError } from '../../ground/errors.ts'
import { Redirect } from '../../ground/http/call.ts'
import { withSiteAddresses } from '../../ground/markdown/site-addresses.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { toLook } from '../looks/looks.ts'
import type { Deps } from './deps.ts'
import { uploadedKinds } from './picture-addresses.ts'
import { showsContent, toReading } from './reading-to-wire.ts'
import { findNodeInDetail } from './sql.ts'
import { toNode } from './to-wire.ts'
import { toProvenance } from './versions/provenance.ts'
import { assertReadable, userIdOf } from './versions/readable-node.ts'
import { openStatuses } from './versions/statuses.ts'

/**
 * Reads one node. An id in another letter case is redirected to the stored one. Source: API contract 14.3.
 */
export async function getNode(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  requested: { nodeId: string; translations: boolean; look: boolean; counts: boolean },
): Promise<NodeDetail | Redirect> {
  const { look, counts } = requested
  const wanted = { readerId: userIdOf(actor), statuses: openStatuses, look, counts }
  const found = await findNodeInDetail(db, requested.nodeId, wanted)
  if (!found) throw new RegistryError('node_not_found')
  const { node, latest, details } = found
  const isEditor = assertReadable(actor, { ...node, is_owned: details.isOwned })
  if (node.id !== requested.nodeId)
    return new Redirect(contract, { nodeId: node.id }, ['nodes', `node:${node.id}`])
  const { readmeHtml, licenseName, versions, hints, provenance, reading, isReadingOff } = details
  const uploaded = uploadedKinds(node)
  const shownFrom =
    latest?.version ??
    (reading && showsContent(reading, config.readings, { isEditor }) ? reading.commit_id : undefined)
  return {
    ...(details.look ? { look: toLook(details.look) } : {}),
    ...(details.counts
      ? {
          reading_count: details.counts.readings,
          advisory_count: details.counts.advisories,
          is_used: details.counts.isUsed,
          relatives: details.counts.relatives.map(
            ({ changed_at, relation, relation_source: source, ...one }) => ({
              ...one,
              ...(changed_at ? { changed_at: new Date(changed_at).toISOString() } : {}),
              ...(relation && source ? { relation, relation_source: source } : {}),
            }),
          ),
        }
      : {}),
    ...toNode(config, found, {
      forAdmins: isAdmin(actor),
      forEditors: isEditor,
      translations: requested.translations,
    }),
    ...(uploaded.length > 0 ? { uploaded_pictures: uploaded } : {}),
    ...toProvenance(provenance),
    version_count: versions,
    ...defined({
      license_name: licenseName || undefined,
      commercial_use: commercialUse(nameOfLicense(node.license) || (licenseName ?? '')),
    }),
    ...(reading ? { reading: toReading(reading, config.readings, { isEditor }) } : {}),
    ...(isReadingOff ? { is_reading_off: true } : {}),
    ...(readmeHtml && shownFrom !== undefined
      ? { readme_html: withSiteAddresses(readmeHtml, config, { nodeId: node.id, version: shownFrom }) }
      : {}),
    ...(hints.length > 0 ? { unverified_comfy_nodes: hints } : {}),
  }
}

import { getNode as contract, type NodeDetail } from '@nodeyard/contract/nodes'
import { RegistryError } from '../../ground/errors.ts'
import { Redirect } from '../../ground/http/call.ts'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import { withSiteAddresses } from '../../ground/markdown/site-addresses.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { getProvenance } from '../versions/provenance.ts'
import { getReadableNode } from '../versions/readable-node.ts'
import { openStatuses } from '../versions/statuses.ts'
import type { Deps } from './deps.ts'
import { findNodeWithParts, readNodeExtras } from './sql.ts'
import { toNode } from './to-wire.ts'

/** One node, without any side effect; another letter case is sent to the stored one. Source: API contract 14.3. */
export async function getNode(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  asked: { nodeId: string; translations: boolean },
): Promise<NodeDetail | Redirect> {
  const { id, isEditor } = await getReadableNode(db, actor, asked.nodeId)
  if (id !== asked.nodeId) return new Redirect(contract, { nodeId: id })
  const parts = await findNodeWithParts(db, id)
  if (!parts) throw new RegistryError('node_not_found')
  const { readmeHtml, licenseName, versions, hints } = await readNodeExtras(db, parts.node, openStatuses)
  return {
    ...toNode(config, parts, {
      forAdmins: isAdmin(actor),
      forEditors: isEditor,
      translations: asked.translations,
    }),
    ...(parts.latest ? await getProvenance(db, parts.latest) : {}),
    version_count: versions,
    ...unlessEmpty('license_name', licenseName),
    ...(readmeHtml && parts.latest
      ? { readme_html: withSiteAddresses(readmeHtml, config, { nodeId: id, version: parts.latest.version }) }
      : {}),
    ...(hints.length > 0 ? { unverified_comfy_nodes: hints } : {}),
  }
}

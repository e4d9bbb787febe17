import { defined, type ResponseOf } from '@nodeyard/contract/ground'
import type { getNodeVersion as contract } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { RegistryError } from '../../../ground/errors.ts'
import { withSiteAddresses } from '../../../ground/markdown/site-addresses.ts'
import { type Actor, isAdmin } from '../../../ground/permissions.ts'
import type { Deps } from '../deps.ts'
import { getCapabilities } from './capabilities.ts'
import { editorSightOf } from './editor-sight.ts'
import { assertContentShown, isHeld } from './installable.ts'
import { getProvenance } from './provenance.ts'
import { getReadableNode, type ReadableNode } from './readable-node.ts'
import { findPublishedBy, findStoredVersion, listSteps, readReadme, type VersionWithArchive } from './sql.ts'
import { toStepReports } from './steps.ts'
import { isShown, toNodeVersion } from './to-wire.ts'

/** Returns a version with its README and publish progress. Source: API contract 15.2. */
export async function getNodeVersion(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  actor: Actor,
  path: { nodeId: string; version: string },
): Promise<ResponseOf<typeof contract>> {
  const { db, config } = deps
  const node = await getReadableNode(db, actor, path.nodeId, await editorSightOf(deps, actor))
  const version = await getReadableVersion(db, node, path.version)
  const isOpen = node.isEditor || !isHeld(version)
  const [steps, readme, publishedBy, provenance, capabilities] = await Promise.all([
    listSteps(db, version.id),
    isOpen ? readReadme(db, version.id) : undefined,
    findPublishedBy(db, version),
    getProvenance(db, version),
    isOpen ? getCapabilities(db, version) : {},
  ])
  return {
    ...toNodeVersion(config, version, {
      reason: node.isEditor ? 'full' : undefined,
      adminTags: isAdmin(actor),
      isEditor: node.isEditor,
    }),
    ...(steps.length > 0 ? { pipeline: toStepReports(steps, node.isEditor) } : {}),
    ...(publishedBy
      ? {
          published_by: {
            publisher_id: publishedBy.publisherId,
            ...defined({ name: publishedBy.name || undefined }),
          },
        }
      : {}),
    ...provenance,
    ...capabilities,
    ...(readme
      ? { readme_html: withSiteAddresses(readme, config, { nodeId: node.id, version: version.version }) }
      : {}),
  }
}

/**
 * Finds a version by its stored number. Banned versions are readable by editors only, deleted ones by no
 * caller.
 */
export async function getReadableVersion(
  db: DbOrTx,
  node: ReadableNode,
  number: string,
): Promise<VersionWithArchive> {
  const version = await findStoredVersion(db, node.id, number)
  const isThere = version && (isShown(version) || (version.status === 'banned' && node.isEditor))
  if (!isThere) throw new RegistryError('version_not_found')
  return version
}

/** Finds a version whose content the caller can read. */
export async function getOpenVersion(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  node: ReadableNode,
  number: string,
): Promise<VersionWithArchive> {
  const version = await getReadableVersion(db, node, number)
  assertContentShown(config, version, node)
  return version
}

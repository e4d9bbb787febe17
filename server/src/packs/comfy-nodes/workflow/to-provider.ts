import { defined } from '@nodeyard/contract/ground'
import { isHeldBack, type Provider } from '@nodeyard/contract/packs'
import type { GroundDeps } from '../../../ground/deps.ts'
import { installOf } from '../../nodes/install-state.ts'
import type { NodeWithParts } from '../../nodes/sql.ts'
import type { VersionWithArchive } from '../../nodes/versions/sql.ts'
import { toNodeVersion } from '../../nodes/versions/to-wire.ts'

/** Describes a node and one of its versions for installers. */
export function toProvider(
  config: GroundDeps['config'],
  { node, publisher, latest, held, reading }: NodeWithParts,
  version: VersionWithArchive | undefined = latest,
): Provider {
  const shown = version && toNodeVersion(config, version)
  const install = installOf({ node, latest, held, reading })
  return {
    node_id: node.id,
    name: node.name.trim() || node.id,
    publisher_id: publisher.id,
    ...defined({ repository: (!isHeldBack(install) && node.repository_url) || undefined }),
    install,
    ...defined({ version: shown }),
    downloads: node.downloads,
    github_stars: node.github_stars,
  }
}

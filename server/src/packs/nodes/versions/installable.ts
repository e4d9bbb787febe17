import type { ErrorCode } from '@nodeyard/contract/ground'
import { RegistryError } from '../../../ground/errors.ts'
import type { Config } from '../../../ground/settings.ts'
import { heldForOf } from './held-for.ts'
import type { VersionRow } from './sql.ts'

type InstallFacts = Pick<VersionRow, 'node_id' | 'version' | 'status' | 'killed_by'> & {
  status_reason?: string
}

interface InstallSight {
  /** True for editors of the node, and for moderators. */
  isEditor?: boolean | undefined
}

/** Whether a version waits for its checks or for a moderator. */
export const isHeld = ({ status }: Pick<VersionRow, 'status'>): boolean =>
  status === 'pending' || status === 'flagged'

/**
 * Returns why a caller can neither install nor download an uploaded version; undefined if it can. Nothing else decides
 * this. Source: API contract 14.4, 28.2.
 */
export function installRefusalOf(
  version: Pick<InstallFacts, 'status' | 'killed_by'>,
  { isEditor = false }: InstallSight = {},
): 'gone' | 'killed' | 'held' | undefined {
  if (version.status === 'banned' || version.status === 'deleted') return 'gone'
  if (version.killed_by !== null) return 'killed'
  return isHeld(version) && !isEditor ? 'held' : undefined
}

/** Throws the refusal of {@link installRefusalOf}, with the page that explains it. */
export function assertInstallable(
  { siteUrl }: Pick<Config, 'siteUrl'>,
  version: InstallFacts,
  { goneCode, ...sight }: InstallSight & { goneCode: ErrorCode },
): void {
  const refusal = installRefusalOf(version, sight)
  if (refusal === undefined) return
  if (refusal === 'gone') throw new RegistryError(goneCode)
  if (refusal === 'killed')
    throw new RegistryError('version_killed', {
      message: `An advisory blocks this version: ${siteUrl}/advisories/${version.killed_by}.`,
      details: [version.killed_by ?? ''],
    })
  throw heldRefusal({ siteUrl }, version)
}

/** Throws for the content of a held version, unless the caller is an editor or moderator. Its number and status are public. */
export function assertContentShown(
  config: Pick<Config, 'siteUrl'>,
  version: InstallFacts,
  { isEditor = false }: InstallSight,
): void {
  if (isHeld(version) && !isEditor) throw heldRefusal(config, version)
}

function heldRefusal({ siteUrl }: Pick<Config, 'siteUrl'>, version: InstallFacts): RegistryError {
  const page = `${siteUrl}/nodes/${encodeURIComponent(version.node_id)}/versions/${encodeURIComponent(version.version)}`
  return new RegistryError('version_held', {
    message: `Version ${version.version} is held for review. Only its publisher and moderators can install it or see what is in it until then. See ${page}.`,
    details: [page, ...(heldForOf(version) ?? [])],
  })
}

import { RegistryError } from '../../ground/errors.ts'
import type { Config } from '../../ground/settings.ts'

/** Throws for a version that an advisory blocks, and names the advisory. */
export function assertNotKilled(
  { siteUrl }: Pick<Config, 'siteUrl'>,
  version: { killed_by: string | null } | undefined,
): void {
  if (!version?.killed_by) return
  throw new RegistryError('version_killed', {
    message: `An advisory blocks this version: ${siteUrl}/advisories/${version.killed_by}.`,
    details: [version.killed_by],
  })
}

import { RegistryError } from '../../ground/errors.ts'
import type { Config } from '../../ground/settings.ts'

/** Throws for a version that an advisory refuses, and says which. */
export function assertNotKilled(
  { siteUrl }: Pick<Config, 'siteUrl'>,
  version: { killed_by: string | null } | undefined,
): void {
  if (!version?.killed_by) return
  throw new RegistryError('version_killed', {
    message: `This version must not be installed, see ${siteUrl}/advisories/${version.killed_by}.`,
    details: [version.killed_by],
  })
}

import type { ReadingVerdict } from '../../../ground/db/schema.ts'
import { RegistryError } from '../../../ground/errors.ts'
import type { Config } from '../../../ground/settings.ts'

export interface ReadingSight {
  /** True for editors of the node, and for moderators. */
  isEditor: boolean
}

/** Whether the contents of a reading are shown. Held ones show only their verdict and its reasons, like held versions. */
export const isOpenReading = (
  { verdict }: { verdict: ReadingVerdict },
  { isEditor }: ReadingSight,
): boolean => verdict !== 'held' || isEditor

/** The refusal to show the contents of a held reading, with the page that explains it. */
export function heldReading({ siteUrl }: Pick<Config, 'siteUrl'>, { id }: { id: string }): RegistryError {
  const page = `${siteUrl}/nodes/${encodeURIComponent(id)}`
  return new RegistryError('version_held', {
    message: `This commit is held for review. Only moderators can see what is in it until then. See ${page}.`,
    details: [page],
  })
}

import type { CatalogueReader } from '../catalogue/open-file.ts'
import type { Deps } from './deps.ts'

/** Reads a slice unpacked. Undefined if its file cannot be read, so that checks say unknown. */
export async function readSliceFile(
  { log }: Pick<Deps, 'log'>,
  reader: CatalogueReader,
  digest: string,
): Promise<Buffer | undefined> {
  try {
    return await reader.readUnpacked(digest)
  } catch (error) {
    log.error({ err: error, digest }, 'the slice of the Python package index cannot be read')
    return undefined
  }
}

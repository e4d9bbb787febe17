import type { Dataset } from '@nodeyard/contract/dataset'
import type { Signed } from '@nodeyard/contract/signed'

/** Decodes a list of files without verifying it. Pass only lists of this registry. */
export function datasetIn({ payload }: Pick<Signed, 'payload'>): Dataset {
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

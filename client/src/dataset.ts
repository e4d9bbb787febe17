import type { Dataset } from '../../contract/src/discovery/dataset.ts'
import { openSigned, type TrustedBy } from '../../contract/src/ground/open-signed.ts'
import type { Signed } from '../../contract/src/ground/signed.ts'

export type { Dataset, DatasetFile } from '../../contract/src/discovery/dataset.ts'

/** Verifies the response of `/dataset/latest`. Throws `VerificationError`. */
export function verifyDataset(
  signed: Signed,
  {
    lastSequence,
    ...trust
  }: TrustedBy & {
    /** `sequence` of the last dataset that was verified; 0 if there is none. */
    lastSequence: number
  },
): Promise<Dataset> {
  const kind = {
    type: 'nodeyard-dataset+jws',
    isWhole: ({ files }: Dataset) =>
      Array.isArray(files) && files.every(({ digest }) => typeof digest === 'string'),
    numberOf: ({ sequence }: Dataset) => sequence,
  }
  return openSigned(kind, signed, { ...trust, lastNumber: lastSequence })
}

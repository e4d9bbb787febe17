import type { Dataset } from '../../contract/src/dataset.ts'
import type { Signed } from '../../contract/src/signed.ts'
import { openSigned, type TrustedBy } from './signed.ts'

export type { Dataset, DatasetFile } from '../../contract/src/dataset.ts'

/** Verifies the response of `/dataset/latest`. Throws {@link VerificationError}. */
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
  return openSigned<Dataset>(signed, {
    ...trust,
    type: 'nodeyard-dataset+jws',
    isWhole: ({ files }) => Array.isArray(files) && files.every(({ digest }) => typeof digest === 'string'),
    numberOf: ({ sequence }) => sequence,
    lastNumber: lastSequence,
  })
}

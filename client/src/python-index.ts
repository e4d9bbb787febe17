import type { PythonIndexPointer } from '../../contract/src/discovery/python-index.ts'
import { openSigned, type TrustedBy } from '../../contract/src/ground/open-signed.ts'
import type { Signed } from '../../contract/src/ground/signed.ts'

export type { PythonIndexPointer } from '../../contract/src/discovery/python-index.ts'

/** Verifies the response of `/python-index/latest`. Throws `VerificationError`. */
export function verifyPythonIndex(
  signed: Signed,
  {
    lastSequence,
    ...trust
  }: TrustedBy & {
    /** `sequence` of the last pointer that was verified; 0 if there is none. */
    lastSequence: number
  },
): Promise<PythonIndexPointer> {
  const kind = {
    type: 'nodeyard-python-index+jws',
    isWhole: ({ file }: PythonIndexPointer) => typeof file?.digest === 'string',
    numberOf: ({ sequence }: PythonIndexPointer) => sequence,
  }
  return openSigned(kind, signed, { ...trust, lastNumber: lastSequence })
}

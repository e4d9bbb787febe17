import { openSigned, type TrustedBy } from '../../contract/src/open-signed.ts'
import type { PythonIndexPointer } from '../../contract/src/python-index.ts'
import type { Signed } from '../../contract/src/signed.ts'

export type { PythonIndexPointer } from '../../contract/src/python-index.ts'

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

import { Catalogue, catalogueType } from '@nodeyard/contract/catalogue'
import { limits } from '@nodeyard/contract/limits'
import { openSigned, VerificationError } from '@nodeyard/contract/open-signed'
import { PublicKey, type Signed } from '@nodeyard/contract/signed'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { MirrorFault } from './fault.ts'

const KeySet = Type.Object({
  keys: Type.Array(PublicKey, { minItems: 1, maxItems: limits.signingKeys }),
})

/** Parses a JSON Web Key Set or a single key. Throws {@link MirrorFault}. */
export function readKeys(text: string): PublicKey[] {
  const value = parse(text)
  if (Check(KeySet, value)) return value.keys
  if (Check(PublicKey, value)) return [value]
  throw new MirrorFault('malformed', 'The public keys of the registry are malformed.')
}

const kind = {
  type: catalogueType,
  isWhole: (content: Catalogue) => Check(Catalogue, content),
  numberOf: ({ sequence }: Catalogue) => sequence,
}

export interface Belief {
  keys: readonly PublicKey[]
  now: Date
  /** Whether the pointer was verified before. */
  isStored?: boolean
}

/** Returns the signed catalogue. Throws {@link MirrorFault} unless one of the keys has signed it as a catalogue. */
export async function readCatalogue(text: string, belief: Belief): Promise<Catalogue> {
  try {
    return await openSigned(kind, parse(text) as Signed, { ...belief, lastNumber: 0 })
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    throw new MirrorFault(error.fault, messages[error.fault])
  }
}

const messages: Record<VerificationError['fault'], string> = {
  bad_signature: 'No trusted key has signed the pointer.',
  expired: 'The catalogue has expired.',
  malformed: 'The pointer is not a signed catalogue.',
  not_yet_issued: 'The catalogue was issued in the future. Check the clock.',
  number_too_high: 'The number of the catalogue is too far ahead of the clock.',
  rolled_back: 'The catalogue is older than one seen before.',
  wrong_file: 'A file does not match the catalogue.',
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MirrorFault('malformed', 'Expected JSON.')
  }
}

import { Catalogue, catalogueType } from '@nodeyard/contract/catalogue'
import { PublicKey, Signed } from '@nodeyard/contract/signed'
import { createLocalJWKSet, generalVerify } from 'jose'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { MirrorFault } from './fault.ts'

const KeySet = Type.Object({ keys: Type.Array(PublicKey, { minItems: 1, maxItems: 20 }) })

/** Parses a JSON Web Key Set or a single key. Throws {@link MirrorFault}. */
export function readKeys(text: string): PublicKey[] {
  const value = parse(text)
  if (Check(KeySet, value)) return value.keys
  if (Check(PublicKey, value)) return [value]
  throw new MirrorFault('malformed', 'The public keys of the registry are malformed.')
}

/** Returns the signed catalogue. Throws {@link MirrorFault} unless one of the keys has signed it as a catalogue. */
export async function readCatalogue(text: string, keys: readonly PublicKey[]): Promise<Catalogue> {
  const signed = parse(text)
  if (!Check(Signed, signed)) throw new MirrorFault('malformed', 'The pointer is not signed.')
  const payload = await verified(signed, keys)
  const catalogue = parse(payload)
  if (!Check(Catalogue, catalogue))
    throw new MirrorFault('malformed', 'The signed pointer is not a catalogue.')
  return catalogue
}

async function verified(signed: Signed, keys: readonly PublicKey[]): Promise<string> {
  // Signatures with unknown keys are ignored: the registry may have added keys.
  const known = createLocalJWKSet({ keys: [...keys] })
  try {
    const { payload, protectedHeader } = await generalVerify(signed, known, { algorithms: ['EdDSA'] })
    if (protectedHeader?.typ === catalogueType) return new TextDecoder().decode(payload)
  } catch {
    // Reported below.
  }
  throw new MirrorFault('bad_signature', 'No trusted key has signed the pointer.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MirrorFault('malformed', 'Expected JSON.')
  }
}

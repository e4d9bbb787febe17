import { Catalogue, catalogueType } from '@nodeyard/contract/catalogue'
import { PublicKey, Signed } from '@nodeyard/contract/signed'
import { createLocalJWKSet, generalVerify, type JSONWebKeySet } from 'jose'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { MirrorFault } from './fault.ts'

const KeySet = Type.Object({ keys: Type.Array(PublicKey, { minItems: 1, maxItems: 20 }) })

/** A JSON Web Key Set, or one key of it. Throws {@link MirrorFault}. */
export function readKeys(text: string): PublicKey[] {
  const value = parse(text)
  if (Check(KeySet, value)) return value.keys
  if (Check(PublicKey, value)) return [value]
  throw new MirrorFault('malformed', 'These are no public keys of a registry.')
}

/** What is signed, when one of the keys has signed it as a catalogue. Throws {@link MirrorFault}. */
export async function readCatalogue(text: string, keys: readonly PublicKey[]): Promise<Catalogue> {
  const signed = parse(text)
  if (!Check(Signed, signed)) throw new MirrorFault('malformed', 'The pointer is not signed.')
  const payload = await verified(signed, keys)
  const catalogue = parse(payload)
  if (!Check(Catalogue, catalogue)) throw new MirrorFault('malformed', 'The pointer is no catalogue.')
  return catalogue
}

async function verified(signed: Signed, keys: readonly PublicKey[]): Promise<string> {
  // One with no key that is known is passed over: the registry may have more keys than we know.
  const known = createLocalJWKSet({ keys: [...keys] } as JSONWebKeySet)
  try {
    const { payload, protectedHeader } = await generalVerify(signed, known, { algorithms: ['EdDSA'] })
    if (protectedHeader?.typ === catalogueType) return new TextDecoder().decode(payload)
  } catch {
    // Said below.
  }
  throw new MirrorFault('bad_signature', 'No key that is trusted has signed the pointer.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MirrorFault('malformed', 'What came is no JSON.')
  }
}

import Type, { type Static } from 'typebox'
import { oneOf } from './shapes.ts'

/** A text of the registry that clients can verify wherever they got it. */
export const Signed = Type.Object(
  {
    payload: Type.String({ description: 'The signed bytes in base64url.' }),
    signatures: Type.Array(Type.Object({ protected: Type.String(), signature: Type.String() }), {
      description: 'Ed25519 signatures, one for each active key.',
    }),
  },
  { description: 'A JWS in its general JSON serialization (RFC 7515, section 7.2.1).' },
)
export type Signed = Static<typeof Signed>

export const PublicKey = Type.Object({
  kty: oneOf(['OKP']),
  crv: oneOf(['Ed25519']),
  x: Type.String(),
  kid: Type.String(),
  alg: oneOf(['EdDSA']),
  use: oneOf(['sig']),
})
export type PublicKey = Static<typeof PublicKey>

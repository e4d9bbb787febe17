import Type, { type Static } from 'typebox'
import { oneOf, Timestamp } from './shapes.ts'

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

/** Members of every signed payload. */
export const signedMembers = {
  expires: Timestamp,
  issued: Timestamp,
  keys: Type.Optional(
    Type.Array(PublicKey, {
      description:
        'The keys in use. Trust these from now on, and no others: this is how keys change. Omitted by registries before 1.1.',
    }),
  ),
  registry: Type.String({ description: 'The URL of the API.' }),
} as const
const SignedContent = Type.Object(signedMembers)
export type SignedContent = Static<typeof SignedContent>

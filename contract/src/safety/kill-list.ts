import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { oneOf } from '../ground/shapes.ts'
import { PublicKey, Signed, signedMembers } from '../ground/signed.ts'
import { advisorySeverities } from './advisories.ts'

/** The type in the signed header, so that no other signed document passes as a kill list. */
export const killListType = 'nodeyard-kill-list+jws'

export const KillListEntry = Type.Object(
  {
    advisory: Type.String(),
    severity: oneOf(advisorySeverities),
    title: Type.String(),
    node: Type.Optional(Type.String()),
    version: Type.Optional(Type.String()),
    sha256: Type.Optional(Type.String({ description: 'SHA-256 of the archive, under any file name.' })),
  },
  { description: 'A version (`node` and `version`), an archive (`sha256`), or both.' },
)
export type KillListEntry = Static<typeof KillListEntry>

/** The signed payload, as canonical JSON (RFC 8785): members sorted by name, no spaces. */
export const KillList = Type.Object({
  ...signedMembers,
  entries: Type.Array(KillListEntry),
  serial: Type.Integer({
    description: 'Increases with every issue: a number lower than one seen before is a rollback.',
  }),
})
export type KillList = Static<typeof KillList>

export const getKillList = route({
  method: 'GET',
  path: '/kill-list',
  access: 'public',
  summary: 'Signed list of versions that clients must refuse to install',
  description:
    'The payload is a `KillList`. Send `If-None-Match` once an hour or more often. Check the signature, the expiry, and that `serial` is not lower than the last one; the client package does.',
  response: Signed,
})

export const listKillListKeys = route({
  method: 'GET',
  path: '/kill-list/keys',
  access: 'public',
  summary: 'The public keys for the signatures of kill lists and catalogs, as a JSON Web Key Set',
  response: Type.Object({ keys: Type.Array(PublicKey) }),
})

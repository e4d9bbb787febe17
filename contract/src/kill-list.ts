import Type, { type Static } from 'typebox'
import { advisorySeverities } from './advisories.ts'
import { route } from './route.ts'
import { oneOf, Timestamp } from './shapes.ts'
import { PublicKey, Signed } from './signed.ts'

/** The type in the signed header: nothing else that the registry signs can be taken for a kill list. */
export const killListType = 'nodeyard-kill-list+jws'

export const KillListEntry = Type.Object(
  {
    advisory: Type.String(),
    severity: oneOf(advisorySeverities),
    title: Type.String(),
    node: Type.Optional(Type.String()),
    version: Type.Optional(Type.String()),
    sha256: Type.Optional(Type.String({ description: 'Of the archive, whatever it is called.' })),
  },
  { description: 'A version (`node` and `version`), an archive (`sha256`), or both.' },
)
export type KillListEntry = Static<typeof KillListEntry>

/** What is signed, as canonical JSON (RFC 8785): members in the order of their names, without spaces. */
export const KillList = Type.Object({
  entries: Type.Array(KillListEntry),
  expires: Timestamp,
  issued: Timestamp,
  registry: Type.String({ description: 'The address of the API.' }),
  serial: Type.Integer({ description: 'Higher with every issue: a lower one than was seen is a rollback.' }),
})
export type KillList = Static<typeof KillList>

export const getKillList = route({
  method: 'GET',
  path: '/kill-list',
  access: 'public',
  summary: 'What clients must refuse to install, signed',
  description:
    'Signed is a `KillList`. Ask with `If-None-Match` once an hour or oftener. Check the signature, that it has not expired, and that `serial` is not lower than the last one; the client package does.',
  response: Signed,
})

export const listKillListKeys = route({
  method: 'GET',
  path: '/kill-list/keys',
  access: 'public',
  summary: 'The public keys by which kill lists and catalogues are signed, as a JSON Web Key Set',
  response: Type.Object({ keys: Type.Array(PublicKey) }),
})

import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { limits } from '../limits.ts'

/** A file of a banned version. Files that active versions contain as well are left out. */
export const KnownBadFile = Type.Object({
  sha256: Type.String({ description: 'SHA-256 of the bytes, lowercase hex.' }),
  has_finding: Type.Boolean({
    description: 'True if this file is dangerous, and false if only its version was banned.',
  }),
  /** Omitted for a version that was never public. */
  node_id: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
})
export type KnownBadFile = Static<typeof KnownBadFile>

export const listKnownBadFiles = route({
  method: 'GET',
  path: '/known-bad-files',
  access: 'public',
  summary: 'Digests of code files from banned versions, to compare with an installation without uploading it',
  description:
    'Only files that identify a pack: code of some length and machine code. A file that an active version contains is not listed.',
  response: Type.Object({
    files: Type.Array(KnownBadFile, { description: `The newest ${limits.knownBadFiles}, each digest once.` }),
    is_complete: Type.Boolean({ description: 'False if older files were left out.' }),
  }),
})

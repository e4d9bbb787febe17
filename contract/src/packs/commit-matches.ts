import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { VersionParams } from './versions.ts'

export const matchStates = ['none', 'off', 'waiting', 'compared', 'failed'] as const

/** Differences between a file of the archive and of the commit. Files that are the same are only counted. */
export const fileMatches = [
  'changed', // is in both, with other content
  'added', // is in the archive only
  'missing', // is in the commit only
  'skipped', // cannot be compared: a link, or larger than the limit
] as const
export type FileMatch = (typeof fileMatches)[number]

export const CommitMatch = Type.Object({
  state: oneOf(
    matchStates,
    '`none`: the version names no commit. `off`: this registry reads no repositories. `waiting`: not compared yet. `failed`: the commit could not be fetched.',
  ),
  commit: Type.Optional(Type.String()),
  repository_url: Type.Optional(Type.String()),
  repository_folder: Type.Optional(
    Type.String({ description: 'The folder of the pack; omitted for the root of the repository.' }),
  ),
  named_by: Type.Optional(
    oneOf(
      ['build', 'attestation', 'address'],
      'Source of the commit: the CI job that published the version, a verified attestation, or only the repository URL of the manifest.',
    ),
  ),
  at: Type.Optional(Timestamp),
  failure: Type.Optional(Type.String({ description: 'Why the commit could not be fetched.' })),
  matches: Type.Optional(
    Type.Boolean({
      description:
        'Whether every file of the archive is in the commit with the same content, apart from line endings that git converts. Omitted until compared.',
    }),
  ),
  same: Type.Optional(Type.Integer()),
  changed: Type.Optional(Type.Integer()),
  added: Type.Optional(Type.Integer({ description: 'Files of the archive that the commit does not have.' })),
  missing: Type.Optional(
    Type.Integer({ description: 'Files of the commit that the archive does not have, such as tests.' }),
  ),
  skipped: Type.Optional(Type.Integer({ description: 'Files that could not be compared.' })),
  files: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), state: oneOf(fileMatches) }), {
      description: `The files that are not the same, changed ones first, at most ${limits.matchedFiles}.`,
    }),
  ),
})
export type CommitMatch = Static<typeof CommitMatch>

export const getCommitMatch = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions/:version/commit-match',
  access: 'public',
  summary: 'Compares the files of a version with those of the commit it names',
  params: VersionParams,
  response: CommitMatch,
  errors: ['node_not_found', 'node_banned', 'version_not_found'],
})

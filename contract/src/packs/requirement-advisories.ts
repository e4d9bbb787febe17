import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { Timestamp } from '../ground/shapes.ts'
import { VersionParams } from './versions.ts'

/** A known vulnerability of a Python package, in a version that a requirement cannot avoid. */
export const RequirementAdvisory = Type.Object({
  id: Type.String({ description: 'In the database it comes from, such as `GHSA-…` or `PYSEC-…`.' }),
  aliases: Type.Array(Type.String()),
  summary: Type.String(),
  severity: Type.Optional(
    Type.String({ description: 'As the database says: `low`, `moderate`, `high` or `critical`.' }),
  ),
  package: Type.String({ description: 'In its normal form (PEP 503).' }),
  requirement: Type.String({ description: 'The line that only allows affected versions.' }),
  file: Type.Optional(Type.String({ description: 'A file of the version.' })),
  line: Type.Optional(Type.Integer()),
  fixed: Type.Optional(
    Type.String({ description: 'The first version without it. Omitted if there is none yet.' }),
  ),
})
export type RequirementAdvisory = Static<typeof RequirementAdvisory>

export const listRequirementAdvisories = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions/:version/requirement-advisories',
  access: 'public',
  summary: 'Known vulnerabilities of Python packages that the requirements of a version cannot avoid',
  description:
    'Of a version, or of a commit that was read. From the OSV records that the operator imported. A requirement is listed only if every version it allows is affected; one that allows a fixed version is not. Packages that it installs indirectly are not checked.',
  params: VersionParams,
  response: Type.Object({
    advisories: Type.Array(RequirementAdvisory),
    imported_at: Type.Optional(
      Type.String({
        ...Timestamp,
        description: 'When records were last imported. Omitted before the first import.',
      }),
    ),
  }),
  errors: ['node_not_found', 'node_banned', 'version_not_found', 'reading_not_found', 'version_held'],
})

import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { NodeCompatibility } from './compatibility.ts'
import { PublishFinding } from './publish-reports.ts'
import { readingFailures } from './readings.ts'
import { NodeScore } from './score.ts'
import { Capability } from './version-facts.ts'

/** `active`: it would be listed. `waiting`: a moderator would decide. `refused`: it would not be accepted. */
export const CheckVerdict = oneOf(['active', 'waiting', 'refused'])
export type CheckVerdict = Static<typeof CheckVerdict>

/** Why the registry would not accept a pack. */
export const CheckRefusal = Type.Object({
  code: Type.String(),
  message: Type.String(),
  file: Type.Optional(Type.String({ description: 'The project file, unless another one is named.' })),
  line: Type.Optional(Type.Integer()),
})
export type CheckRefusal = Static<typeof CheckRefusal>

const { scanned_at: _, ...scoreProperties } = NodeScore.properties

export const RepositoryCheck = Type.Object({
  verdict: CheckVerdict,
  refused: Type.Array(CheckRefusal, { description: 'Empty unless the registry would not accept it.' }),
  rules: Type.Integer({ description: 'The version of the scan’s rules.' }),
  name: Type.Optional(Type.String({ description: 'The id in the project file.' })),
  version: Type.Optional(Type.String()),
  publisher_id: Type.Optional(Type.String()),
  license: Type.Optional(Type.String()),
  files: Type.Integer(),
  unpacked_bytes: Type.Integer(),
  omitted_files: Type.Integer({
    description: 'Links, files in Git LFS and files over the limits, which were not read.',
  }),
  findings: Type.Array(PublishFinding),
  finding_count: Type.Integer({
    description: `All findings; the ${limits.repositoryFindings} most severe are listed.`,
  }),
  nodes: Type.Array(
    Type.Object({
      name: Type.String(),
      category: Type.Optional(Type.String()),
      inputs: Type.Array(Type.String(), { description: 'Types of the first inputs.' }),
      outputs: Type.Array(Type.String(), { description: 'Types of the first outputs.' }),
    }),
  ),
  node_count: Type.Integer({
    description: `All comfy-nodes; the first ${limits.repositoryComfyNodes} are listed.`,
  }),
  undecided_count: Type.Integer({
    description: 'Parts of the comfy-nodes that the code computes only at run time.',
  }),
  requirements: Type.Array(Type.String()),
  capabilities: Type.Array(Capability),
  score: Type.Object(scoreProperties),
  pythons: NodeCompatibility.properties.pythons,
})
export type RepositoryCheck = Static<typeof RepositoryCheck>

export const repositoryFailures = [...readingFailures, 'host_busy', 'slow', 'failed'] as const
export const RepositoryFailure = oneOf(repositoryFailures)
export type RepositoryFailure = Static<typeof RepositoryFailure>

export const RepositoryReading = Type.Object({
  repository: Type.String({ description: 'The address for `git clone`.' }),
  key: Type.String({ description: 'Host, owner and name, as pages of the site are named.' }),
  state: oneOf(
    ['listed', 'off', 'host_refused', 'unread', 'waiting', 'reading', 'done', 'failed'],
    '`listed`: see `node_id`. `off`: this registry reads no repositories on request. `host_refused`: it does not read this host.',
  ),
  node_id: Type.Optional(Type.String({ description: 'The node that has this repository.' })),
  commit: Type.Optional(Type.String({ description: 'The requested commit, or the one that was read.' })),
  committed_at: Type.Optional(Timestamp),
  requested_at: Type.Optional(Timestamp),
  read_at: Type.Optional(Timestamp),
  again_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it can be requested again.' }),
  ),
  failure: Type.Optional(RepositoryFailure),
  check: Type.Optional(RepositoryCheck),
})
export type RepositoryReading = Static<typeof RepositoryReading>

const address = Type.String({
  minLength: 1,
  maxLength: limits.urlLength,
  description:
    'The address of a repository, such as `github.com/owner/name`. A full commit can follow an `@`. Names and passwords are refused.',
})
const ofAddresses = ['repository_address_invalid', 'repository_address_secret'] as const

export const getRepositoryReading = route({
  method: 'GET',
  path: '/repositories',
  access: 'public',
  summary: 'The result of reading a repository that is not listed',
  description: `Results are kept for ${limits.repositoryReadingDays} days.`,
  query: Type.Object({ address }),
  response: RepositoryReading,
  errors: [...ofAddresses],
})

export const requestRepositoryReading = route({
  method: 'POST',
  path: '/repositories',
  access: 'public',
  summary: 'Reads a repository that is not listed, and checks it like `nodeyard check`',
  description: `The repository stays unlisted. Requests for the same repository share one reading, which is repeated at most every ${limits.repositoryAgainMinutes} minutes. A network address can cause ${limits.repositoryReadingsPerHour} readings per hour, its network (IPv4 /24, IPv6 /48) ${limits.repositoryReadingsOfNetworkPerHour}.`,
  body: Type.Object({ address }),
  response: RepositoryReading,
  errors: [
    ...ofAddresses,
    'repository_host_refused',
    'repository_readings_off',
    'repository_limit',
    'unavailable',
  ],
})

import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, Duration, exactly, oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { readCommit } from './facts-origin.ts'

export const RequirementMachine = exactly({
  python: Type.String({
    maxLength: 20,
    pattern: '^3[.]\\d{1,3}([.]\\d{1,3})?$',
    'x-form': 'a version of Python such as 3.12',
    description: 'Without the third number, the newest patch release counts.',
  }),
  os: oneOf(['linux', 'windows', 'macos']),
  architecture: Type.Optional(oneOf(['x86_64', 'arm64'], 'Default: `x86_64`; on macOS, `arm64`.')),
  accelerator: Type.Optional(oneOf(['cpu', 'cuda', 'rocm', 'xpu', 'mps', 'directml'], 'Default: `cpu`.')),
})
export type RequirementMachine = Static<typeof RequirementMachine>

const RequirementLine = Type.Object({
  text: Type.String(),
  file: Type.Optional(Type.String({ description: 'A file of the version.' })),
  line: Type.Optional(Type.Integer()),
})

const ConflictParty = Type.Object({
  source: oneOf(['node', 'freeze', 'tool']),
  node_id: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  ...readCommit,
  lines: Type.Array(RequirementLine),
  agreeing_versions: Type.Optional(
    Type.Array(Type.String(), {
      description: `Versions of this node that agree with the other parties, among its ${limits.agreeingVersions} newest.`,
    }),
  ),
})
export type ConflictParty = Static<typeof ConflictParty>

const RequirementConflict = Type.Object({
  kind: oneOf(
    ['direct', 'clash', 'machine', 'solver'],
    '`direct`: the stated lines contradict each other. `clash`: packages that overwrite each other. `machine`: a build for another accelerator, or a node for another Python (`subject` is `python`). `solver`: a contradiction with what packages require.',
  ),
  severity: oneOf(['breaks', 'risky']),
  subject: Type.String({ description: 'The package, or the module that several packages install.' }),
  parties: Type.Array(ConflictParty, {
    description: 'The smallest set that conflicts: without any one of them, the rest can be installed.',
  }),
  steps: Type.Array(
    Type.Object({
      package: Type.String(),
      lowest: Type.String(),
      highest: Type.String(),
      count: Type.Integer({ description: 'The number of versions with this requirement.' }),
      requires: Type.String(),
    }),
    { description: 'Requirements of packages that connect the lines of the parties.' },
  ),
  dead_ends: Type.Array(
    Type.Object({
      package: Type.String(),
      requirement: Type.String(),
      reasons: Type.Array(
        Type.Object({
          reason: oneOf(
            ['python', 'no_build', 'too_new', 'yanked', 'prerelease'],
            'Why versions that fit the requirement cannot be chosen.',
          ),
          versions: Type.Integer(),
        }),
      ),
    }),
    { description: 'Requirements that no available version meets. Without reasons, no such version exists.' },
  ),
})
export type RequirementConflict = Static<typeof RequirementConflict>

const InstalledConflict = Type.Object({
  ...RequirementConflict.properties,
  repair: Type.Array(Type.Array(Type.String()), {
    description: 'Arguments of `pip`, a list for each command in turn. Empty if no repair is known.',
  }),
})
export type InstalledConflict = Static<typeof InstalledConflict>

const RequirementUnknown = Type.Object({
  reason: oneOf([
    'not_in_index',
    'version_not_in_index',
    'metadata_missing',
    'address',
    'unreadable_line',
    'undecided_marker',
    'requirements_missing',
  ]),
  subject: Type.String(),
  required_by: Type.Optional(Type.String()),
})

export const RequirementCheck = Type.Object({
  verdict: oneOf(
    ['fine', 'risky', 'conflict', 'unknown'],
    '`unknown`: no conflict was found, but not everything is known, so do not read it as `fine`.',
  ),
  index_read_at: Type.Optional(
    Type.String({
      ...Timestamp,
      description: 'The date of the slice of the Python package index that was used. Omitted without one.',
    }),
  ),
  conflicts: Type.Array(RequirementConflict),
  installed: Type.Optional(
    Type.Array(InstalledConflict, {
      description:
        'Conflicts among installed packages alone. They do not count for the verdict. Omitted if there are none.',
    }),
  ),
  pins: Type.Array(Type.Object({ name: Type.String(), version: Type.String() }), {
    description:
      'Versions that meet all requirements, without packages of unknown versions. With conflicts, the last party of each was left out: an installed package, if there is one.',
  }),
  unknowns: Type.Array(RequirementUnknown),
  is_exhausted: Type.Boolean({
    description: 'True if the search stopped early. Conflicts are certain, but some may be missing.',
  }),
})
export type RequirementCheck = Static<typeof RequirementCheck>

export const checkRequirements = route({
  method: 'POST',
  path: '/bulk/requirements/check',
  access: 'public',
  summary: 'Whether the Python requirements of nodes can be installed together',
  description: `For a machine: nodes at versions, the packages installed there, and the requirements of the tool. At most ${limits.checkedNodes} nodes, and ${limits.requirementChecksPerMinute} checks a minute from one address. Nothing that is sent is stored.`,
  body: exactly({
    nodes: Type.Optional(
      Type.Array(
        exactly({
          node_id: AnyId,
          version: Type.Optional(
            Type.String({
              ...AnyId,
              description:
                'A version, or a commit that was read. Default: the latest version, or else the reading.',
            }),
          ),
        }),
        { maxItems: limits.checkedNodes },
      ),
    ),
    freeze: Type.Optional(
      Type.String({ maxLength: limits.freezeLength, description: 'The output of `pip freeze`.' }),
    ),
    tool_requirements: Type.Optional(
      Type.String({
        maxLength: limits.freezeLength,
        description: 'The `requirements.txt` of the installed tool.',
      }),
    ),
    machine: RequirementMachine,
    as_of: Type.Optional(
      Type.String({ ...Timestamp, description: 'Ignores files uploaded at this time or later.' }),
    ),
    min_age: Type.Optional(
      Type.String({ ...Duration, description: 'Ignores younger files, for example `72h`.' }),
    ),
  }),
  response: RequirementCheck,
})

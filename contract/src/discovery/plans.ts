import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, Duration, exactly, oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { readCommit } from '../packs/facts-origin.ts'
import { RequirementAdvisory } from '../packs/requirement-advisories.ts'
import { RequirementCheck, RequirementMachine } from '../packs/requirements.ts'

export const LockedModel = exactly({
  folder: Type.String({ maxLength: 300, description: "Below the tool's folder of models." }),
  name: Type.String({ maxLength: 300 }),
  url: Type.Optional(Type.String({ maxLength: limits.urlLength })),
  sha256: Type.Optional(Type.String({ maxLength: 64 })),
  size: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type LockedModel = Static<typeof LockedModel>

export const PlannedPack = Type.Object({
  folder: Type.String({ description: 'The folder below `custom_nodes`.' }),
  node_id: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  sha256: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer()),
  repository: Type.Optional(Type.String()),
  commit: Type.Optional(
    Type.String({
      description:
        'A commit that the registry has read: the stated one, if possible. Omitted if there is none. For repositories that the registry does not list, the stated one.',
    }),
  ),
  chosen: oneOf(
    ['stated', 'newest', 'agreeing', 'repository'],
    '`agreeing`: an earlier version, because a newer one conflicts with other nodes. `repository`: it has no version here.',
  ),
  newest: Type.Optional(Type.String({ description: 'The newest version, where an earlier one was chosen.' })),
})
export type PlannedPack = Static<typeof PlannedPack>

export const leftOutReasons = [
  'unknown',
  'banned',
  'held_back',
  'version_unknown',
  'commit_not_kept',
  'too_new',
  'twice',
] as const

/** Evidence that a planned version or commit does not work with the tool, or beside another one. It changes no choice. */
export const PlanWarning = Type.Object({
  node_id: Type.String(),
  version: Type.Optional(Type.String()),
  ...readCommit,
  kind: oneOf(
    ['declared_tool', 'reported_failing', 'removed_interface', 'same_comfy_nodes'],
    '`declared_tool`: its manifest excludes the release. `reported_failing`: most users report failed imports. `removed_interface`: its code uses an interface that the release lacks; of any release if the request names none. `same_comfy_nodes`: it and `other_node_id` define the same comfy-nodes, so one replaces the other.',
  ),
  declared: Type.Optional(Type.String({ description: 'The declared range.' })),
  interface: Type.Optional(Type.String()),
  tool_version: Type.Optional(
    Type.String({ description: 'The earliest release of the tool that is known to lack the interface.' }),
  ),
  other_node_id: Type.Optional(Type.String()),
  comfy_nodes: Type.Optional(
    Type.Array(Type.String(), { description: `Their names, at most ${limits.sharedNames}.` }),
  ),
  comfy_node_count: Type.Optional(Type.Integer()),
})
export type PlanWarning = Static<typeof PlanWarning>

const RequirementLines = Type.Array(
  Type.Object({
    text: Type.String(),
    file: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer()),
    is_constraint: Type.Optional(
      Type.Boolean({ description: 'Limits versions without asking for the package.' }),
    ),
    is_python: Type.Optional(Type.Boolean({ description: 'A range of Python versions.' })),
  }),
)

const PlannedRequirements = Type.Object({
  node_id: Type.String(),
  version: Type.Optional(Type.String()),
  ...readCommit,
  lines: RequirementLines,
  newest: Type.Optional(
    Type.Array(Type.Object({ version: Type.String(), lines: RequirementLines }), {
      description: `The ${limits.agreeingVersions} newest versions, newest first.`,
    }),
  ),
})

export const InstallationPlan = Type.Object({
  created: Timestamp,
  packs: Type.Array(PlannedPack),
  left_out: Type.Array(
    Type.Object({
      name: Type.String(),
      reason: oneOf(
        leftOutReasons,
        '`held_back`: no version can be installed at present. `version_unknown`: the stated version is not here; a node that only its repository offers is planned all the same. `commit_not_kept`: the registry has not read the stated commit of this repository, or it lacks comfy-nodes that are used; the node is planned without it. `too_new`: all versions are newer than `as_of` and `min_age` allow. `twice`: another entry is the same node.',
      ),
    }),
  ),
  warnings: Type.Optional(Type.Array(PlanWarning, { description: 'Omitted if there are none.' })),
  check: RequirementCheck,
  advisories: Type.Optional(
    Type.Array(
      Type.Object({
        node_id: Type.String(),
        version: Type.Optional(Type.String()),
        ...readCommit,
        advisories: Type.Array(RequirementAdvisory),
      }),
      {
        description:
          'Planned nodes whose requirements only allow vulnerable versions of Python packages. Omitted if there are none.',
      },
    ),
  ),
  requirements: Type.Optional(
    Type.Array(PlannedRequirements, { description: 'Only with `with_requirements`.' }),
  ),
  lock: Type.String({
    description: 'The content of `nodeyard.lock`. Equal requests with the same `as_of` get the same bytes.',
  }),
})
export type InstallationPlan = Static<typeof InstallationPlan>

const RequestedNode = exactly({
  node_id: Type.Optional(AnyId),
  version: Type.Optional(AnyId),
  repository: Type.Optional(
    Type.String({ maxLength: limits.urlLength, description: 'A URL, or `owner/name`.' }),
  ),
  commit: Type.Optional(Type.String({ maxLength: 40 })),
  commits: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), {
      maxItems: limits.recordedCommits,
      description: 'Several commits that workflows record. The newest that can be kept is chosen.',
    }),
  ),
  comfy_nodes: Type.Optional(
    Type.Array(Type.String({ maxLength: limits.comfyNodeNameLength }), {
      maxItems: limits.bulkIdentifiers,
      description: 'Names of comfy-nodes that the commit must have.',
    }),
  ),
  folder: Type.Optional(
    Type.String({
      maxLength: limits.bulkIdentifierLength,
      description: 'The name below `custom_nodes`.',
    }),
  ),
})

export const planInstallation = route({
  method: 'POST',
  path: '/bulk/plan',
  access: 'public',
  summary: 'Versions of nodes and Python packages that work together on a machine, as one lock file',
  description: `Stated versions are kept. The others are the newest, or earlier ones where that avoids a conflict. At most ${limits.checkedNodes} nodes. Nothing that is sent is stored.`,
  body: exactly({
    nodes: Type.Optional(Type.Array(RequestedNode, { maxItems: limits.checkedNodes })),
    packs: Type.Optional(
      Type.Array(RequestedNode, {
        maxItems: limits.checkedNodes,
        deprecated: true,
        description: 'The former name of `nodes`, for clients of 1.0.0.',
      }),
    ),
    models: Type.Optional(Type.Array(LockedModel, { maxItems: limits.lockedModels })),
    unknown: Type.Optional(
      Type.Array(Type.String({ maxLength: limits.comfyNodeNameLength }), {
        maxItems: limits.bulkIdentifiers,
        description: 'Names that the lock file should mention as not found.',
      }),
    ),
    tool: Type.Optional(
      exactly({
        version: Type.Optional(Type.String({ maxLength: 100 })),
        commit: Type.Optional(Type.String({ maxLength: 40 })),
      }),
    ),
    freeze: Type.Optional(
      Type.String({ maxLength: limits.freezeLength, description: 'The output of `pip freeze`.' }),
    ),
    tool_requirements: Type.Optional(Type.String({ maxLength: limits.freezeLength })),
    pins: Type.Optional(
      Type.Array(
        exactly({ name: Type.String({ maxLength: 200 }), version: Type.String({ maxLength: 100 }) }),
        {
          maxItems: limits.pinnedPackages,
          description:
            'Python packages of a lock or snapshot, which the lock file keeps unless the plan pins them.',
        },
      ),
    ),
    machine: RequirementMachine,
    as_of: Type.Optional(
      Type.String({
        ...Timestamp,
        description: 'Ignores versions and files published at this time or later.',
      }),
    ),
    with_requirements: Type.Optional(
      Type.Boolean({
        description:
          'Returns the lines that were compared, so that clients can compare folders of their own machine with them.',
      }),
    ),
    min_age: Type.Optional(
      Type.String({ ...Duration, description: 'Ignores younger versions and files, for example `72h`.' }),
    ),
  }),
  response: InstallationPlan,
})

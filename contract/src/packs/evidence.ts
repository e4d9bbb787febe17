import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { readCommit } from './facts-origin.ts'
import { NodeParams } from './nodes.ts'

/** Statements in the manifest of a version. */
export const DeclaredCompatibility = Type.Object({
  stated_at: Timestamp,
  tool_version: Type.Optional(Type.String({ description: 'A range in npm’s syntax.' })),
  frontend_version: Type.Optional(Type.String({ description: 'A range in npm’s syntax.' })),
  python: Type.Optional(Type.String({ description: '`requires-python`, as written.' })),
  os: Type.Array(Type.String()),
  accelerators: Type.Array(Type.String()),
})
export type DeclaredCompatibility = Static<typeof DeclaredCompatibility>

/** Results of one kind of machine from build machines of the node’s repository. */
export const TestedCompatibility = Type.Object({
  os: Type.String(),
  python: Type.String({ description: 'Empty if the build machine did not say.' }),
  accelerator: Type.String({ description: 'Such as `CUDA 12.4`; empty without one.' }),
  completed: Type.Integer(),
  failed: Type.Integer(),
  last_status: oneOf(['completed', 'failed']),
  last_at: Timestamp,
})
export type TestedCompatibility = Static<typeof TestedCompatibility>

export const reportedSystems = ['windows', 'linux', 'macos', 'other'] as const
export const reportedAccelerators = ['cuda', 'rocm', 'metal', 'xpu', 'cpu', 'other'] as const
/** `imported`, or the class of the exception that ended the import. */
export const importOutcomes = ['imported', 'import_error', 'syntax_error', 'other_error'] as const
export const ImportOutcome = oneOf(importOutcomes)
export type ImportOutcome = Static<typeof ImportOutcome>

/** `mixed` if neither kind clearly outweighs the other. */
export const reportVerdicts = ['works', 'mixed', 'fails'] as const

/** Reports from one kind of machine. */
export const ReportedCompatibility = Type.Object({
  tool: Type.String({ description: 'Release series of the tool, such as `0.3`.' }),
  python: Type.String(),
  os: oneOf(reportedSystems),
  accelerator: oneOf(reportedAccelerators),
  imported: Type.Integer(),
  import_error: Type.Integer(),
  syntax_error: Type.Integer(),
  other_error: Type.Integer(),
  last_on: Type.String({ format: 'date' }),
})
export type ReportedCompatibility = Static<typeof ReportedCompatibility>

/** Use of an interface of the tool or its front end that is gone or deprecated. */
export const InferredCompatibility = Type.Object({
  interface: Type.String(),
  language: oneOf(['python', 'script']),
  state: oneOf(['removed', 'deprecated']),
  since: Type.String({ format: 'date' }),
  tool_version: Type.Optional(
    Type.String({ description: 'The earliest release of the tool that is known to lack it.' }),
  ),
  frontend_version: Type.Optional(
    Type.String({ description: 'The earliest release of the front end that is known to warn about it.' }),
  ),
  instead: Type.Optional(Type.String()),
  source: Type.String({ description: 'Where the change is on record.' }),
  file: Type.String(),
  line: Type.Integer(),
})
export type InferredCompatibility = Static<typeof InferredCompatibility>

export const CompatibilityEvidence = Type.Object({
  version: Type.Optional(Type.String({ description: 'Omitted if there is none.' })),
  ...readCommit,
  declared: Type.Optional(DeclaredCompatibility),
  tested: Type.Object({
    repository: Type.Optional(Type.String({ description: 'Owner and name.' })),
    completed: Type.Integer(),
    failed: Type.Integer(),
    machines: Type.Array(TestedCompatibility, {
      description: `Newest first, of the last ${limits.evidenceDays} days, at most ${limits.evidenceRows}.`,
    }),
  }),
  reported: Type.Object({
    count: Type.Integer({ description: 'Reports from the machines listed.' }),
    verdict: Type.Optional(
      oneOf(
        reportVerdicts,
        'By all reports of the version, weighted: a day counts by the logarithm of its reports, and less the older it is.',
      ),
    ),
    machines: Type.Array(ReportedCompatibility, {
      description: `Kinds of machines with at least ${limits.importReportsShown} reports in the last ${limits.evidenceDays} days, most reports first, at most ${limits.evidenceRows}.`,
    }),
  }),
  inferred: Type.Object({
    analyzed_at: Type.Optional(
      Type.String({ ...Timestamp, description: 'Omitted if the code was not read for this.' }),
    ),
    uses: Type.Array(InferredCompatibility),
  }),
})
export type CompatibilityEvidence = Static<typeof CompatibilityEvidence>

export const getCompatibilityEvidence = route({
  method: 'GET',
  path: '/nodes/:nodeId/compatibility/evidence',
  access: 'public',
  summary: 'Evidence for the compatibility of a version: declared, tested, reported, and inferred from code',
  description:
    'The four kinds are never mixed. Without `version`, of the latest version or else of the reading. Tests are of the repository that the node names, not of one version.',
  params: NodeParams,
  query: Type.Object({ version: Type.Optional(AnyId) }),
  response: CompatibilityEvidence,
  errors: ['node_not_found', 'node_banned', 'version_not_found'],
})

export const reportImports = route({
  method: 'POST',
  path: '/import-reports',
  access: 'public',
  summary: 'Reports whether versions could be imported by the tool',
  description: `For programs whose users opted in. Stores counts per day, without any identifier. An address counts once per version and day, its network ${limits.importReportsPerNetwork} times at most; the rest is accepted and left out of the counts.`,
  body: Type.Object({
    tool_version: Type.String({
      pattern: '^\\d{1,3}\\.\\d{1,3}$',
      'x-form': 'two numbers, such as 0.3',
      description: 'Release series of the tool: major and minor number only.',
    }),
    python: Type.String({
      pattern: '^3\\.\\d{1,2}$',
      'x-form': 'two numbers, such as 3.12',
      description: 'Major and minor number only.',
    }),
    os: oneOf(reportedSystems),
    accelerator: oneOf(reportedAccelerators),
    reports: Type.Array(Type.Object({ node_id: AnyId, version: AnyId, outcome: ImportOutcome }), {
      minItems: 1,
      maxItems: limits.importReportsAtOnce,
    }),
  }),
  response: Type.Object({ counted: Type.Integer() }),
})

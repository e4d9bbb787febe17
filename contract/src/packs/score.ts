import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { oneOf, Timestamp } from '../ground/shapes.ts'
import { readCommit } from './facts-origin.ts'
import { NodeParams } from './nodes.ts'

/** The parts of a score, with the most points for each. None of it depends on how popular a pack is. */
export const scoreParts = {
  loads: 10,
  readme: 10,
  descriptions: 10,
  typed_nodes: 10,
  examples: 10,
  license: 15,
  requirement_bounds: 10,
  tests: 10,
  provenance: 10,
  scan: 5,
} as const
export const scorePartNames = [
  'loads',
  'readme',
  'descriptions',
  'typed_nodes',
  'examples',
  'license',
  'requirement_bounds',
  'tests',
  'provenance',
  'scan',
] as const
export const ScorePartName = oneOf(scorePartNames)
export type ScorePartName = Static<typeof ScorePartName>

export const ScorePart = Type.Object({
  name: ScorePartName,
  points: Type.Integer(),
  most: Type.Integer(),
  fulfilled: Type.Optional(
    Type.Integer({ description: 'How many of `total` fulfill it, where it is counted.' }),
  ),
  total: Type.Optional(Type.Integer()),
})
export type ScorePart = Static<typeof ScorePart>

export const NodeScore = Type.Object({
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  parts: Type.Array(ScorePart),
  next: Type.Optional(
    Type.Object(
      { name: ScorePartName, gain: Type.Integer() },
      {
        description: 'The step that gains the most; `loads` for a pack that cannot be loaded.',
      },
    ),
  ),
  version: Type.Optional(Type.String({ description: 'The version that was judged: the latest.' })),
  ...readCommit,
  requires_python: Type.Optional(Type.String({ description: 'Of its project file, as written.' })),
  scanned_at: Timestamp,
  blocking_findings: Type.Integer({ description: 'Findings that a moderator had to look at.' }),
})
export type NodeScore = Static<typeof NodeScore>

export const getNodeScore = route({
  method: 'GET',
  path: '/nodes/:nodeId/score',
  access: 'public',
  summary:
    'How well the latest version of a node, or else its reading, is made, by facts that anyone can check',
  description: 'Popularity never counts. Without a scanned version or reading, `judged` is omitted.',
  params: NodeParams,
  response: Type.Object({ judged: Type.Optional(NodeScore) }),
  errors: ['node_not_found', 'node_banned'],
})

import { example } from '../ground/example.ts'
import { getNodeScore } from '../packs/score.ts'
import { moment } from './things.ts'

export const examples = [
  example(getNodeScore, {
    input: { params: { nodeId: 'acme-blur' } },
    answer: {
      judged: {
        score: 65,
        parts: [
          { name: 'loads', points: 10, most: 10 },
          { name: 'readme', points: 0, most: 10 },
          { name: 'descriptions', points: 10, most: 10, fulfilled: 1, total: 1 },
          { name: 'typed_nodes', points: 10, most: 10, fulfilled: 1, total: 1 },
          { name: 'examples', points: 10, most: 10 },
          { name: 'license', points: 15, most: 15 },
          { name: 'requirement_bounds', points: 10, most: 10, fulfilled: 1, total: 1 },
          { name: 'tests', points: 0, most: 10 },
          { name: 'provenance', points: 0, most: 10 },
          { name: 'scan', points: 0, most: 5 },
        ],
        next: { name: 'readme', gain: 10 },
        version: '1.2.0',
        scanned_at: moment,
        blocking_findings: 1,
      },
    },
  }),
]

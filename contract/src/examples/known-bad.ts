import { example } from '../ground/example.ts'
import { listKnownBadFiles } from '../safety/known-bad.ts'

export const examples = [
  example(listKnownBadFiles, {
    answer: {
      files: [{ sha256: 'c'.repeat(64), has_finding: true, node_id: 'birch-lens', version: '0.8.0' }],
      is_complete: true,
    },
  }),
]

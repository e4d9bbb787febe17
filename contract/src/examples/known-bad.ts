import { example } from '../example.ts'
import { listKnownBadFiles } from '../known-bad.ts'

export const examples = [
  example(listKnownBadFiles, {
    answer: {
      files: [
        { sha256: 'c'.repeat(64), has_finding: true, node_id: 'stolen-blur', version: '1.0.0' },
        { sha256: 'd'.repeat(64), has_finding: false },
      ],
      is_complete: true,
    },
  }),
]

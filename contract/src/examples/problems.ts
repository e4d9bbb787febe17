import { example } from '../ground/example.ts'
import { describeError } from '../ground/problems.ts'

export const examples = [
  example(describeError, {
    input: { params: { code: 'node_not_found' } },
    answer: { code: 'node_not_found', status: 404, message: 'Node not found' },
  }),
]

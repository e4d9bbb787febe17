import { example } from '../ground/example.ts'
import * as contract from '../services/follows.ts'

export const examples = [
  example(contract.listFollows, { answer: { follows: [] } }),
  example(contract.setFollow, { input: { body: { kind: 'node', id: 'acme-blur', follows: true } } }),
]

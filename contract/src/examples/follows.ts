import { example } from '../example.ts'
import * as contract from '../follows.ts'

export const examples = [
  example(contract.listFollows, { answer: { follows: [] } }),
  example(contract.setFollow, { input: { body: { kind: 'node', id: 'acme-blur', follows: true } } }),
]

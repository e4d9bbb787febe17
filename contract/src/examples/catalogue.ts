import { getCatalogue } from '../discovery/catalogue.ts'
import { example } from '../ground/example.ts'

export const examples = [
  example(getCatalogue, {
    answer: {
      payload: 'eyJkZWx0YXMiOltdfQ',
      signatures: [
        { protected: 'eyJhbGciOiJFZERTQSJ9', signature: 'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6d' },
      ],
    },
  }),
]

import { datasetSchema, getDataset, getDatasetSchema } from '../discovery/dataset.ts'
import { example } from '../ground/example.ts'

export const examples = [
  example(getDataset, {
    answer: {
      payload: 'eyJmaWxlcyI6W119',
      signatures: [
        { protected: 'eyJhbGciOiJFZERTQSJ9', signature: 'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6d' },
      ],
    },
  }),
  example(getDatasetSchema, {
    answer: datasetSchema,
  }),
]

import { datasetSchema, getDataset, getDatasetSchema } from '../dataset.ts'
import { example } from '../example.ts'

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

import { getAbout } from '../ground/about.ts'
import { example } from '../ground/example.ts'

export const examples = [
  example(getAbout, { answer: { api: 'https://api.example.test', site: 'http://localhost:3000' } }),
]

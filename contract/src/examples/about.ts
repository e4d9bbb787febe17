import { getAbout } from '../about.ts'
import { example } from '../example.ts'

export const examples = [
  example(getAbout, { answer: { api: 'https://api.example.test', site: 'http://localhost:3000' } }),
]

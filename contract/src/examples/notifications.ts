import { example } from '../ground/example.ts'
import * as contract from '../services/notifications.ts'

export const examples = [
  example(contract.getNotificationSettings, { answer: { muted: [], sendsMail: true } }),
  example(contract.noteLanguage, { input: { body: { language: 'ja' } } }),
  example(contract.setNotificationSettings, {
    input: { body: { language: 'fr', muted: ['releases'] } },
    answer: { language: 'fr', muted: ['releases'], sendsMail: true },
  }),
]

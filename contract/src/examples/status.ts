import { example } from '../ground/example.ts'
import { getStatus, serviceParts } from '../services/status.ts'
import { moment } from './things.ts'

export const examples = [
  example(getStatus, {
    answer: {
      reviews: { waiting: 0, decided: 0 },
      parts: serviceParts.map((part) => ({
        part,
        state: 'working' as const,
        checkedAt: moment,
        tookMs: 2,
        days: [{ day: '2026-05-01', uptime: 1, probes: 1 }],
      })),
    },
  }),
]

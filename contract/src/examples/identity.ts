import { example } from '../ground/example.ts'
import * as contract from '../people/identity.ts'

export const examples = [
  example(contract.getIdentityConfig, {
    answer: {
      mode: 'embedded',
      apiKey: 'nodeyard-embedded',
      projectId: 'nodeyard',
      authDomain: 'localhost:3000',
      usesOwnOrigin: true,
      framesScript: '/emulator/auth/frames.js',
      methods: ['password', 'email-link', 'phone', 'google.com', 'github.com'],
      secondFactors: ['phone', 'totp'],
      standInProviders: ['google.com', 'github.com'],
      sendsMail: true,
      outboxPath: '/emulator/outbox',
    },
  }),
  example(contract.endOwnSessions, {}),
]

import { randomBytes, randomUUID } from 'node:crypto'
import type { HttpDeps } from './http/deps.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mailer, MessageSender } from './mail/mailer.ts'

/** The parts of the program that every domain can use. Passing them in keeps inputs explicit. */
export interface GroundDeps extends HttpDeps {
  jobs: Pick<Jobs<never>, 'send'>
  /** Omitted if the registry sends no email. */
  mailer?: Mailer | undefined
  /** Omitted if the registry sends no text messages. */
  sender?: MessageSender | undefined
}

/** The real clock and sources of randomness. */
export const world = { now: () => new Date(), newId: randomUUID, randomBytes } as const

import { randomBytes, randomUUID } from 'node:crypto'
import type { HttpDeps } from './http/deps.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mailer, MessageSender } from './mail/mailer.ts'

/** The parts of the program that every domain can use: no hidden inputs. */
export interface GroundDeps extends HttpDeps {
  jobs: Pick<Jobs<never>, 'send'>
  /** Absent if the registry sends no mail. */
  mailer?: Mailer | undefined
  /** Absent if it sends no text messages. */
  sender?: MessageSender | undefined
}

/** The clock and the sources of chance. */
export const world = { now: () => new Date(), newId: randomUUID, randomBytes } as const

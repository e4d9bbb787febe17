import type { Db } from '../db/database.ts'
import type { Mailer, MessageSender } from './mailer.ts'
import { insertMessage } from './sql.ts'

interface OutboxDeps {
  db: Db
  now(): Date
}

/** Stores mail for the development page that shows it. */
export function outboxMailer({ db, now }: OutboxDeps): Mailer {
  return {
    send: ({ to, subject, text }) =>
      insertMessage(db, { kind: 'mail', recipient: to, subject, body: text, created_at: now() }),
  }
}

export function outboxSender({ db, now }: OutboxDeps): MessageSender {
  return {
    send: ({ to, text }) => insertMessage(db, { kind: 'sms', recipient: to, body: text, created_at: now() }),
  }
}

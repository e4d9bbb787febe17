import type { Db } from '../db/database.ts'
import type { Config } from '../settings.ts'
import { httpSender } from './http-sender.ts'
import type { Mailer, MessageSender } from './mailer.ts'
import { outboxMailer, outboxSender } from './outbox.ts'
import { smtpMailer } from './smtp.ts'

interface OpenDeps {
  db: Db
  now(): Date
}

/** Returns undefined when mail is not configured. */
export function openMailer({ mail }: Config, deps: OpenDeps): Mailer | undefined {
  if (mail.kind === 'smtp') return smtpMailer(mail)
  return mail.kind === 'outbox' ? outboxMailer(deps) : undefined
}

/** Returns undefined when text messages are not configured. */
export function openSender({ sms }: Config, deps: OpenDeps): MessageSender | undefined {
  if (sms.kind === 'http') return httpSender(sms)
  return sms.kind === 'outbox' ? outboxSender(deps) : undefined
}

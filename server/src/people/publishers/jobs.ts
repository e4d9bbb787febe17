import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'

/** Mails an admin's message to an owner of a publisher. Not idempotent: a second run sends it again. */
export const mailToOwner = defineJob({
  name: 'mail-to-owner',
  payload: Type.Object({
    publisherId: Type.String(),
    to: Type.String(),
    subject: Type.String(),
    message: Type.String(),
  }),
  attempts: 8,
  async run({ mailer, config }: Pick<Deps, 'mailer' | 'config'>, { publisherId, to, subject, message }) {
    const from = `${config.productName}\n${config.siteUrl}/publishers/${publisherId}`
    await mailer?.send({
      to,
      subject: `[${config.productName}] ${subject.trim()}`,
      text: `${message.trim()}\n\n-- \n${from}\n`,
    })
  },
})

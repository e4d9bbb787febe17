import Type from 'typebox'
import type { GroundDeps } from '../../ground/deps.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { answerLetter, outcomeLetter, publisherLetter } from './letters.ts'
import { type Correspondence, findCorrespondence, findMessageText, listOwnersToMail } from './sql.ts'

/** Mails the outcome of a report or a moderator's message. Not idempotent: a second run sends it again. */
export const mailReportNews = defineJob({
  name: 'mail-report-news',
  payload: Type.Object({
    to: Type.Union([Type.Literal('reporter'), Type.Literal('publisher')]),
    reportId: Type.String(),
    /** The moderator's message; omitted for the outcome. */
    messageId: Type.Optional(Type.Integer()),
  }),
  attempts: 8,
  async run(deps: GroundDeps, { to, reportId, messageId }) {
    const report = await findCorrespondence(deps.db, reportId)
    if (!deps.mailer || !report) return
    if (to === 'publisher') {
      for (const { email, language } of await listOwnersToMail(deps.db, report.publisher_id)) {
        await deps.mailer.send({ to: email, ...publisherLetter(deps.config, report, language ?? '') })
      }
      return
    }
    const address = addressOf(report)
    if (address === undefined) return
    const text = messageId === undefined ? undefined : await findMessageText(deps.db, messageId)
    const letter =
      text === undefined ? outcomeLetter(deps.config, report) : answerLetter(deps.config, report, text)
    await deps.mailer.send({ to: address, ...letter })
  },
})

/** Distinguishes an email from a name; the mail server checks whether it exists. */
const mailAddress = /^[^\s@<>,;:"]+@[^\s@<>,;:".]+(\.[^\s@<>,;:".]+)+$/

function addressOf({ reporter_email, reporter_email_verified, contact }: Correspondence): string | undefined {
  if (reporter_email && reporter_email_verified) return reporter_email
  return mailAddress.test(contact) ? contact : undefined
}

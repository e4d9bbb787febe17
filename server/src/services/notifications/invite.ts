import { createHash } from 'node:crypto'
import { limits } from '@nodeyard/contract/limits'
import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import { pageIn } from '../../ground/mail/page-in.ts'
import { toLocale } from '../../people/identity/embedded/locale.ts'
import { setMailedSecret } from '../../people/publishers/sql.ts'
import type { Deps } from './deps.ts'
import { invitationMail } from './mail-of.ts'
import { countInvitationsSince, findInvitationToMail } from './sql.ts'

const secretBytes = 24
const dayMs = 86_400_000

/**
 * Mails an invitation. Its secret is created here, so that the mail is its only copy. After a second run, only the latest
 * secret works.
 */
export const mailInvitation = defineJob({
  name: 'mail-invitation',
  payload: Type.Object({ invitationId: Type.String() }),
  attempts: 12,
  retrySeconds: 30,
  async run(deps: Deps, { invitationId }) {
    const { db, now, config, mailer } = deps
    const invitation = await findInvitationToMail(db, invitationId, now())
    if (!mailer || !invitation) return
    const { publisher_id: publisherId, email: to, expires_at: until } = invitation
    const isOverLimit =
      (await countInvitationsSince(db, publisherId, new Date(now().getTime() - dayMs))) >
      limits.invitationMailsPerDay
    // The inviter can still pass on the link.
    if (isOverLimit) return
    const secret = deps.randomBytes(secretBytes).toString('base64url')
    await setMailedSecret(db, invitation.id, createHash('sha256').update(secret).digest('hex'))
    const locale = toLocale(invitation.language ?? '')
    const link = pageIn(locale, config, `/invitations#${secret}`)
    await mailer.send(invitationMail(config, { to, locale, publisherId, link, until }))
  },
})

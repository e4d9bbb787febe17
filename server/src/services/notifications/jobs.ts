import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import { noteDeadJobs, postToChats } from './chat.ts'
import type { Deps } from './deps.ts'
import { mailNotices } from './mail-notices.ts'
import { deleteOldLines, deleteOldNotices } from './sql.ts'
import { tellOfEvents } from './tell.ts'
import { noteEndingTokens } from './token-ends.ts'

const everyMinute = '* * * * *'
/** What failed is done by the run of the next minute. */
const once = { attempts: 1, isExclusive: true, payload: Type.Object({}) }

/** Runs whenever something was recorded, and every five minutes in case a notification was lost. */
export const tellEvents = defineJob({
  name: 'tell-events',
  ...once,
  schedule: '*/5 * * * *',
  run: (deps: Deps, _payload, signal) => tellOfEvents(deps, signal),
})

export const mailDueNotices = defineJob({
  name: 'mail-notices',
  ...once,
  schedule: everyMinute,
  run: (deps: Deps, _payload, signal) => mailNotices(deps, signal),
})

export const postDueLines = defineJob({
  name: 'post-to-chats',
  ...once,
  schedule: everyMinute,
  async run(deps: Deps) {
    await noteDeadJobs(deps)
    await postToChats(deps)
  },
})

export const noteTokenEnds = defineJob({
  name: 'note-token-ends',
  payload: Type.Object({}),
  schedule: '13 * * * *',
  run: (deps: Deps) => noteEndingTokens(deps),
})

const dayMs = 86_400_000
const keptDays = 30
/** So long it is tried to send a mail. */
const mailDays = 5

export const forgetOldNotices = defineJob({
  name: 'forget-old-notices',
  payload: Type.Object({}),
  schedule: '29 2 * * *',
  async run({ db, now, log }: Deps) {
    const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs)
    const given = await deleteOldNotices(db, { sent: daysAgo(keptDays), unsent: daysAgo(mailDays) })
    if (given > 0) log.error({ notices: given }, 'mail could not be sent for days and was given up')
    await deleteOldLines(db, daysAgo(keptDays))
  },
})

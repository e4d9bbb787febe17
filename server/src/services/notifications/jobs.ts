import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import { noteDeadJobs, postToChats } from './chat.ts'
import type { Deps } from './deps.ts'
import { mailNotices } from './mail-notices.ts'
import { deleteOldLines, deleteOldNotices } from './sql.ts'
import { processEvents } from './tell.ts'
import { noteEndingTokens } from './token-ends.ts'

const everyMinute = '* * * * *'
/** The next scheduled run retries a failure. */
const once = { attempts: 1, isExclusive: true, payload: Type.Object({}) }

/** Runs after each recorded event, and every five minutes in case a notification is lost. */
export const tellEvents = defineJob({
  name: 'tell-events',
  ...once,
  schedule: '*/5 * * * *',
  run: (deps: Deps, _payload, signal) => processEvents(deps, signal),
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
const retentionDays = 30
/** Unsent mail is dropped after this time. */
const mailDays = 5

export const forgetOldNotices = defineJob({
  name: 'forget-old-notices',
  payload: Type.Object({}),
  schedule: '29 2 * * *',
  async run({ db, now, log }: Deps) {
    const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs)
    const dropped = await deleteOldNotices(db, { sent: daysAgo(retentionDays), unsent: daysAgo(mailDays) })
    if (dropped > 0) log.error({ notices: dropped }, 'dropped mail that could not be sent for days')
    await deleteOldLines(db, daysAgo(retentionDays))
  },
})

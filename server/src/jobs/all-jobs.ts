import { keepKillList } from '../advisories/jobs.ts'
import { issueAfterStart, keepCatalogue, packCatalogue, sweepCatalogue } from '../catalogue/jobs.ts'
import type { Deps } from '../deps.ts'
import { forgetOldRequests } from '../http/jobs.ts'
import { mailCode, messageDigits, rotateKeys, sweepIdentity } from '../identity/embedded/jobs.ts'
import { identifyRepository, refreshStars, sumUpNodeCounts } from '../nodes/jobs.ts'
import { mailInvitation } from '../notifications/invite.ts'
import {
  forgetOldNotices,
  mailDueNotices,
  noteTokenEnds,
  postDueLines,
  tellEvents,
} from '../notifications/jobs.ts'
import { mailToOwner } from '../publishers/jobs.ts'
import { dropArchive } from '../publishing/drop-archive.ts'
import {
  expireUploads,
  extractComfyNodes,
  processVersion,
  retryStuckVersions,
  sweepStaging,
} from '../publishing/jobs.ts'
import { noteBans } from '../publishing/known-bad/note-bans.ts'
import { sweepArchives } from '../publishing/sweep-archives.ts'
import { forgetOldDeliveries } from '../releases/jobs.ts'
import { mailReportNews } from '../reports/jobs.ts'
import { rescanVersions } from '../rescans/jobs.ts'
import { keepRescansGoing } from '../rescans/keep-going.ts'
import { rebuildTerms, refreshPopularities, reindexOldest } from '../search/jobs.ts'
import { probeService } from '../status/jobs.ts'
import { sweepTrustedTokens } from '../trusted-publishing/jobs.ts'
import { deliverWebhook } from '../webhooks/deliver.ts'
import { forgetOldWebhookDeliveries, resumeDeliveries } from '../webhooks/jobs.ts'
import type { Job } from './job.ts'

/** Every kind of stored work. A job that is not in this list is never run. */
export const allJobs: readonly Job<never, Deps>[] = [
  processVersion,
  extractComfyNodes,
  retryStuckVersions,
  identifyRepository,
  refreshStars,
  mailToOwner,
  dropArchive,
  expireUploads,
  sweepStaging,
  sweepArchives,
  keepCatalogue,
  packCatalogue,
  issueAfterStart,
  sweepCatalogue,
  noteBans,
  mailReportNews,
  keepKillList,
  rescanVersions,
  keepRescansGoing,
  mailCode,
  messageDigits,
  sweepIdentity,
  rotateKeys,
  rebuildTerms,
  reindexOldest,
  refreshPopularities,
  sumUpNodeCounts,
  probeService,
  sweepTrustedTokens,
  forgetOldDeliveries,
  forgetOldRequests,
  tellEvents,
  mailDueNotices,
  mailInvitation,
  postDueLines,
  noteTokenEnds,
  forgetOldNotices,
  deliverWebhook,
  resumeDeliveries,
  forgetOldWebhookDeliveries,
]

import type { Deps } from './deps.ts'
import {
  issueAfterStart,
  keepCatalogue,
  packCatalogueTypes,
  sweepCatalogue,
} from './discovery/catalogue/jobs.ts'
import { makeDataset, sweepDataset } from './discovery/dataset/jobs.ts'
import { keepPythonIndex } from './discovery/python-index/jobs.ts'
import { refreshEvidence, refreshPopularities, reindexOldest } from './discovery/search/jobs.ts'
import { forgetIdempotentRequests } from './ground/http/jobs.ts'
import type { Job } from './ground/jobs/job.ts'
import { maintainTables } from './ground/jobs/maintain-tables.ts'
import { matchCommits } from './packs/commit-matches/jobs.ts'
import { forgetImportReports } from './packs/evidence/jobs.ts'
import { identifyRepository, refreshStars, sumUpNodeCounts } from './packs/nodes/jobs.ts'
import { sweepPictures } from './packs/pictures/jobs.ts'
import { dropArchive } from './packs/publishing/drop-archive.ts'
import {
  expireUploads,
  extractComfyNodes,
  processVersion,
  retryStuckVersions,
  sweepStaging,
} from './packs/publishing/jobs.ts'
import { noteBans } from './packs/publishing/known-bad/note-bans.ts'
import { checkAttestations } from './packs/publishing/missing-attestation.ts'
import { settleVersions } from './packs/publishing/settle.ts'
import { sweepArchives } from './packs/publishing/sweep-archives.ts'
import { readRepositories, sweepReadings } from './packs/readings/jobs.ts'
import { readRequested } from './packs/readings/requested/jobs.ts'
import { sweepTrustedTokens } from './packs/trusted-publishing/jobs.ts'
import { sweepWorkflows } from './packs/workflows/jobs.ts'
import { mailCode, messageDigits, rotateKeys, sweepIdentity } from './people/identity/embedded/jobs.ts'
import { mailToOwner } from './people/publishers/jobs.ts'
import { keepKillList } from './safety/advisories/jobs.ts'
import { mailReportNews } from './safety/reports/jobs.ts'
import { rescanVersions } from './safety/rescans/jobs.ts'
import { keepRescansGoing } from './safety/rescans/keep-going.ts'
import { mailInvitation } from './services/notifications/invite.ts'
import {
  forgetOldNotices,
  mailDueNotices,
  noteTokenEnds,
  postDueLines,
  tellEvents,
} from './services/notifications/jobs.ts'
import { forgetOldDeliveries } from './services/releases/jobs.ts'
import { probeService } from './services/status/jobs.ts'
import { deliverWebhook } from './services/webhooks/deliver.ts'
import { forgetOldWebhookDeliveries, resumeDeliveries } from './services/webhooks/jobs.ts'

/** All job types. A job that is not in this list never runs. */
export const allJobs: readonly Job<never, Deps>[] = [
  processVersion,
  checkAttestations,
  extractComfyNodes,
  retryStuckVersions,
  identifyRepository,
  refreshStars,
  mailToOwner,
  dropArchive,
  expireUploads,
  sweepStaging,
  sweepArchives,
  sweepWorkflows,
  matchCommits,
  readRepositories,
  readRequested,
  sweepReadings,
  sweepPictures,
  keepCatalogue,
  issueAfterStart,
  packCatalogueTypes,
  sweepCatalogue,
  makeDataset,
  sweepDataset,
  keepPythonIndex,
  noteBans,
  settleVersions,
  mailReportNews,
  keepKillList,
  rescanVersions,
  keepRescansGoing,
  mailCode,
  messageDigits,
  sweepIdentity,
  rotateKeys,
  reindexOldest,
  refreshPopularities,
  refreshEvidence,
  sumUpNodeCounts,
  forgetImportReports,
  probeService,
  sweepTrustedTokens,
  forgetOldDeliveries,
  forgetIdempotentRequests,
  maintainTables,
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

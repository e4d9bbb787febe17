import { limits } from '@nodeyard/contract/limits'
import * as contract from '@nodeyard/contract/safety'
import { type App, mount } from '../../ground/http/mount.ts'
import { mountDownload } from '../../ground/http/streams.ts'
import { userOf } from '../../ground/permissions.ts'
import { toNodeVersion } from '../../packs/nodes/versions/to-wire.ts'
import { openReviewedArchive } from './archive.ts'
import { getBatch } from './batch.ts'
import { listStanding, revoke } from './decisions.ts'
import type { Deps } from './deps.ts'
import { listReviews } from './queue.ts'
import { getReview } from './review.ts'
import { undoDecision } from './undo.ts'

/** Mounts the routes of the review queue. */
export function mountModeration(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.listReviews, ({ query }) => listReviews(deps, query))
  mount(app, contract.getReview, ({ params }) => getReview(deps, params))
  mountDownload(
    app,
    '/admin/nodes/:nodeId/versions/:version/node.zip',
    ({ nodeId = '', version = '' }, headers) => openReviewedArchive(deps, { nodeId, version }, headers),
    { maxAtOnce: limits.downloadsAtOnceOfAddress },
  )
  mount(app, contract.undoDecision, async ({ actor, params }) =>
    toNodeVersion(deps.config, await undoDecision(deps, userOf(actor), params), {
      reason: 'full',
      adminTags: true,
      isEditor: true,
    }),
  )
  mount(app, contract.listDecisions, ({ query }) => listStanding(deps, query))
  mount(app, contract.revokeDecision, ({ actor, params, body }) =>
    revoke(deps, userOf(actor), params.decisionId, body.reason),
  )
  mount(app, contract.getBatch, async ({ params }) => ({
    decisions: await getBatch(deps.db, params.batchId),
  }))
}

import { cleanSecret } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  backfillComfyNodes,
  publishVersion as contract,
  getPublishReport as reportContract,
  listPublishReports as reportsContract,
  scanPendingVersions,
} from '@nodeyard/contract/packs'
import { listKnownBadFiles } from '@nodeyard/contract/safety'
import { ConcurrencyLimit } from '../../ground/http/concurrency-limit.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { mountUpload } from '../../ground/http/streams.ts'
import { toNodeVersion } from '../nodes/versions/to-wire.ts'
import type { Deps } from './deps.ts'
import { listKnownBadFiles as listFiles } from './known-bad/list.ts'
import { backfill, scanPending } from './overdue.ts'
import { publishVersion } from './publish.ts'
import { receiveArchive } from './receive.ts'
import { getPublishReport, listPublishReports } from './report.ts'
import { RunningUploads } from './running-uploads.ts'

export function mountPublishing(app: App<Deps>): void {
  const { deps } = app

  mount(app, contract, async ({ params, body }) => {
    const { signedUrl, version } = await publishVersion(deps, {
      ...params,
      secret: cleanSecret(body.personal_access_token),
      node: body.node,
      version: body.node_version,
      codeHostToken: body.code_host_token,
    })
    return { signedUrl, node_version: toNodeVersion(deps.config, version, forEditors) }
  })

  mount(app, listKnownBadFiles, ({ deps: { db } }) => listFiles(db), {
    cache: { seconds: 300, tags: () => ['nodes'], ignoresNoCache: true },
  })
  const waits = new ConcurrencyLimit(limits.reportWaitsAtOnce)
  mount(app, reportContract, ({ actor, params, query }) =>
    getPublishReport({ ...deps, waits }, actor, params, query),
  )
  mount(app, reportsContract, async ({ actor, params }) => ({
    versions: await listPublishReports(deps, actor, params.nodeId),
  }))
  mount(app, backfillComfyNodes, async ({ actor, query }) => {
    await backfill(deps, actor, query.max_node ?? 10)
    return null
  })
  mount(app, scanPendingVersions, async ({ actor, query }) => {
    await scanPending(deps, actor, query)
    return null
  })

  const running = new RunningUploads()
  mountUpload(app, '/uploads/:versionId', ({ params, query, contentLength, address, body }) =>
    receiveArchive(deps, running, {
      versionId: params['versionId'] ?? '',
      expires: query['expires'] ?? '',
      signature: query['signature'] ?? '',
      contentLength,
      address,
      body,
    }),
  )
}

const forEditors = { isEditor: true }

import { backfillComfyNodes } from '@nodeyard/contract/comfy-nodes'
import { listKnownBadFiles } from '@nodeyard/contract/known-bad'
import { limits } from '@nodeyard/contract/limits'
import { cleanSecret } from '@nodeyard/contract/pasted-secret'
import {
  getPublishReport as reportContract,
  listPublishReports as reportsContract,
} from '@nodeyard/contract/publish-reports'
import {
  publishVersion as contract,
  deleteVersion as deleteContract,
  scanPendingVersions,
  unyankVersion as unyankContract,
  updateVersion as updateContract,
  yankVersion as yankContract,
} from '@nodeyard/contract/versions'
import { ConcurrencyLimit } from '../../ground/http/concurrency-limit.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { mountDownload, mountUpload } from '../../ground/http/streams.ts'
import type { Actor } from '../../ground/permissions.ts'
import { toNodeVersion } from '../versions/to-wire.ts'
import { deleteVersion } from './delete.ts'
import type { Deps } from './deps.ts'
import { openDownload } from './download.ts'
import { listKnownBadFiles as listFiles } from './known-bad/list.ts'
import { backfill, scanPending } from './overdue.ts'
import { publishVersion } from './publish.ts'
import { receiveArchive } from './receive.ts'
import { getPublishReport, listPublishReports } from './report.ts'
import { RunningUploads } from './running-uploads.ts'
import { updateVersion } from './update.ts'
import type { Editor } from './version-editor.ts'
import { unyankVersion, yankVersion } from './yank.ts'

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
  mount(app, updateContract, async ({ actor, params, body }) =>
    toNodeVersion(deps.config, await updateVersion(deps, { actor }, params, body), forEditors),
  )
  mount(app, deleteContract, async ({ actor, params }) => {
    await deleteVersion(deps, { actor }, params)
    return null
  })
  mount(app, yankContract, async ({ actor, params, body }) =>
    toNodeVersion(
      deps.config,
      await yankVersion(deps, editorOf(actor, body.personal_access_token), {
        ...params,
        reason: body.reason,
      }),
      forEditors,
    ),
  )
  mount(app, unyankContract, async ({ actor, params, body }) =>
    toNodeVersion(
      deps.config,
      await unyankVersion(deps, editorOf(actor, body.personal_access_token), params),
      forEditors,
    ),
  )
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

  mountDownload(
    app,
    '/nodes/:nodeId/versions/:version/node.zip',
    ({ nodeId = '', version = '' }, headers) =>
      openDownload(deps, { nodeId, version }, () => app.authenticate('public-or-bearer-token', headers)),
    { maxAtOnce: limits.downloadsAtOnceOfAddress },
  )
}

const forEditors = { isEditor: true }

function editorOf(actor: Actor, pasted: string | undefined): Editor {
  return { actor, secret: pasted === undefined ? undefined : cleanSecret(pasted) }
}

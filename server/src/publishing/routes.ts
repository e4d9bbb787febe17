import { publishVersion as contract } from '@nodeyard/contract/versions'
import { type App, mount } from '../http/mount.ts'
import { mountDownload, mountUpload } from '../http/streams.ts'
import { toNodeVersion } from '../versions/to-wire.ts'
import { openDownload } from './download.ts'
import { publishVersion } from './publish.ts'
import { receiveArchive } from './receive.ts'

export function mountPublishing(app: App): void {
  const { deps } = app

  mount(app, contract, async ({ params, body }) => {
    const { signedUrl, version } = await publishVersion(deps, {
      ...params,
      secret: body.personal_access_token,
      node: body.node,
      version: body.node_version,
    })
    return { signedUrl, node_version: toNodeVersion(deps.config, version) }
  })

  mountUpload(app, '/uploads/:versionId', ({ params, query, contentLength, body }) =>
    receiveArchive(deps, {
      versionId: params['versionId'] ?? '',
      expires: query['expires'] ?? '',
      signature: query['signature'] ?? '',
      contentLength,
      body,
    }),
  )

  mountDownload(app, '/nodes/:nodeId/versions/:version/node.zip', ({ nodeId = '', version = '' }) =>
    openDownload(deps, nodeId, version),
  )
}

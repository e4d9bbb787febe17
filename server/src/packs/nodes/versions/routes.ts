import { cleanSecret } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import * as contract from '@nodeyard/contract/packs'
import { type App, mount } from '../../../ground/http/mount.ts'
import { mountDownload } from '../../../ground/http/streams.ts'
import type { Actor } from '../../../ground/permissions.ts'
import type { Deps } from '../deps.ts'
import { bulkVersions } from './bulk.ts'
import { deleteVersion } from './delete.ts'
import { openDownload } from './download.ts'
import { getNodeVersion } from './get.ts'
import { listNodeVersions } from './list.ts'
import { listVersions } from './list-all.ts'
import { stepsTag, versionsTag } from './tags.ts'
import { toNodeVersion } from './to-wire.ts'
import { updateVersion } from './update.ts'
import type { Editor } from './version-editor.ts'
import { unyankVersion, yankVersion } from './yank.ts'

const seconds = 60

export function mountVersions(app: App<Deps>): void {
  const { deps } = app

  mount(
    app,
    contract.listNodeVersions,
    ({ actor, params, query, deps }) => listNodeVersions(deps, actor, params.nodeId, query),
    { cache: { seconds, tags: (_, { params }) => [`node:${params.nodeId}`, stepsTag(params.nodeId)] } },
  )
  mount(app, contract.getNodeVersion, ({ actor, params, deps }) => getNodeVersion(deps, actor, params), {
    cache: {
      seconds,
      tags: ({ node_id, published_by }) => [
        `node:${node_id}`,
        stepsTag(node_id),
        // The response names the user who published the version.
        ...(published_by ? [`publisher:${published_by.publisher_id}`] : []),
      ],
    },
  })
  mount(app, contract.listVersions, ({ actor, query, deps }) => listVersions(deps, actor, query), {
    cache: { seconds, tags: () => ['nodes', versionsTag] },
  })
  mount(
    app,
    contract.bulkVersions,
    async ({ body }) => ({ node_versions: await bulkVersions(deps, body.node_versions) }),
    { isBulk: true },
  )

  mount(app, contract.updateVersion, async ({ actor, params, body }) =>
    toNodeVersion(deps.config, await updateVersion(deps, { actor }, params, body), forEditors),
  )
  mount(app, contract.deleteVersion, async ({ actor, params }) => {
    await deleteVersion(deps, { actor }, params)
    return null
  })
  mount(app, contract.yankVersion, async ({ actor, params, body }) =>
    toNodeVersion(
      deps.config,
      await yankVersion(deps, editorOf(actor, body.personal_access_token), {
        ...params,
        reason: body.reason,
      }),
      forEditors,
    ),
  )
  mount(app, contract.unyankVersion, async ({ actor, params, body }) =>
    toNodeVersion(
      deps.config,
      await unyankVersion(deps, editorOf(actor, body.personal_access_token), params),
      forEditors,
    ),
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

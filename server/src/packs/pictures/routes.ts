import * as contract from '@nodeyard/contract/packs'
import { removePublisherPhoto, uploadPublisherPhoto } from '@nodeyard/contract/people'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import { toPublisher } from '../../people/publishers/to-wire.ts'
import { answerWithNode } from '../nodes/answer.ts'
import type { Deps } from './deps.ts'
import { setNodePicture, setPublisherPhoto } from './upload.ts'

/** Decoding takes up to a second of CPU time. */
const limit = { name: 'pictures', perMinute: 20 }

/** Mounts the routes for pictures that publishers upload. */
export function mountPictures(app: App<Deps>): void {
  const { deps } = app
  const { config } = deps
  mount(
    app,
    contract.uploadNodePicture,
    async ({ actor, params, body }) => {
      await setNodePicture(deps, actor, params, body.data)
      return answerWithNode(deps, actor, params.nodeId, { forEditors: true })
    },
    { limit },
  )
  mount(app, contract.removeNodePicture, async ({ actor, params }) => {
    await setNodePicture(deps, actor, params, undefined)
    return answerWithNode(deps, actor, params.nodeId, { forEditors: true })
  })
  mount(
    app,
    uploadPublisherPhoto,
    async ({ actor, params, body }) =>
      toPublisher(config, await setPublisherPhoto(deps, userOf(actor), params.publisherId, body.data)),
    { limit },
  )
  mount(app, removePublisherPhoto, async ({ actor, params }) =>
    toPublisher(config, await setPublisherPhoto(deps, userOf(actor), params.publisherId, undefined)),
  )
}

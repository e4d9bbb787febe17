import { cleanSecret } from '@nodeyard/contract/ground'
import * as contract from '@nodeyard/contract/packs'
import { Existing } from '../../ground/http/call.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { stepsTag } from '../nodes/versions/tags.ts'
import { addAttestation } from './add.ts'
import type { Deps } from './deps.ts'
import { getAttestation, listAttestations, toAttestation } from './list.ts'

const seconds = 60
/** For each address: a release has one or two. */
const attestationsPerMinute = 30

export function mountAttestations(app: App<Deps>): void {
  const { now } = app.deps
  const cache = {
    seconds,
    tags: (_: unknown, { params }: { params: { nodeId: string } }) => [
      `node:${params.nodeId}`,
      stepsTag(params.nodeId),
    ],
  }
  mount(
    app,
    contract.listAttestations,
    ({ actor, params, deps }) => listAttestations({ ...deps, now }, actor, params),
    { cache },
  )
  mount(
    app,
    contract.getAttestation,
    ({ actor, params, deps }) => getAttestation({ ...deps, now }, actor, params),
    { cache },
  )
  mount(
    app,
    contract.addAttestation,
    async ({ params, body }) => {
      const { node, row, isNew } = await addAttestation(app.deps, {
        ...params,
        secret: cleanSecret(body.personal_access_token),
        bundle: body.bundle,
      })
      const added = toAttestation(row, node.repository_url)
      return isNew ? added : new Existing(added)
    },
    { limit: { name: 'attestations', perMinute: attestationsPerMinute } },
  )
}

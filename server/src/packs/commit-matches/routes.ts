import { getCommitMatch as contract } from '@nodeyard/contract/packs'
import { type App, mount } from '../../ground/http/mount.ts'
import { stepsTag } from '../nodes/versions/tags.ts'
import type { Deps } from './deps.ts'
import { getCommitMatch } from './get.ts'

export function mountCommitMatches(app: App<Deps>): void {
  const { repositorySources } = app.deps
  mount(
    app,
    contract,
    ({ actor, params, deps }) => getCommitMatch({ ...deps, repositorySources }, actor, params),
    {
      cache: {
        seconds: 60,
        tags: (_, { params }) => [`node:${params.nodeId}`, stepsTag(params.nodeId)],
      },
    },
  )
}

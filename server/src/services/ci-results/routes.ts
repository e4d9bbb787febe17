import * as contract from '@nodeyard/contract/services'
import { type App, mount } from '../../ground/http/mount.ts'
import type { Deps } from './deps.ts'
import { getCiResult, listCiResults, listCommitSummaries } from './list.ts'
import { listBranchesOf } from './sql.ts'
import { tagOfResults } from './tag.ts'
import { uploadResult } from './upload.ts'

const seconds = 60

/** Mounts the routes of CI results. Source: API contract 21. */
export function mountCiResults(app: App<Deps>): void {
  const { deps } = app
  const repositoryIn = (name: string | undefined) => name?.toLowerCase() || deps.config.ciRepository
  const tagOf = (name: string | undefined) => [tagOfResults(repositoryIn(name))]

  mount(app, contract.uploadArtifact, async ({ actor, body }) => {
    await uploadResult(deps, actor, body)
    return {}
  })
  mount(
    app,
    contract.listCiResults,
    ({ query, deps }) => listCiResults(deps, repositoryIn(query.repoName), query),
    { cache: { seconds, tags: (_, { query }) => tagOf(query.repoName) } },
  )
  mount(
    app,
    contract.listCommitSummaries,
    ({ query, deps }) => listCommitSummaries(deps, repositoryIn(query.repoName), query),
    { cache: { seconds, tags: (_, { query }) => tagOf(query.repoName) } },
  )
  mount(app, contract.getCiResult, ({ params, deps }) => getCiResult(deps, params), {
    cache: { seconds, tags: ({ git_repo }) => tagOf(git_repo) },
  })
  mount(
    app,
    contract.listBranches,
    async ({ query, deps }) => ({ branches: await listBranchesOf(deps.db, repositoryIn(query.repo_name)) }),
    { cache: { seconds, tags: (_, { query }) => tagOf(query.repo_name) } },
  )
}

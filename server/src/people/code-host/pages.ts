import type { App } from '../../ground/http/mount.ts'
import { mountPages, type PageAnswer, type PageCall } from '../../ground/http/raw-pages.ts'
import { callbackPath, finishClaimSignIn, startClaimSignIn, startPath } from './claim-sign-in.ts'
import type { Deps } from './deps.ts'
import type { PlayedHost } from './sign-in.ts'

type Pages = Record<string, (call: PageCall) => Promise<PageAnswer> | PageAnswer>

/** Mounts the pages of the claim sign-in, and in development also those of the code host. */
export function mountCodeHostPages(app: App<Deps>): void {
  const { deps } = app
  const pages: Pages = {
    [`GET ${startPath}`]: (call) => startClaimSignIn(deps, call),
    [`GET ${callbackPath}`]: (call) => finishClaimSignIn(deps, call),
  }
  const { playedHost } = deps
  if (playedHost) pages[`GET ${playedHost.path}`] = ({ query }) => play(playedHost, query)
  mountPages(app, pages)
}

async function play(host: PlayedHost, query: Record<string, string>): Promise<PageAnswer> {
  const answer = await host.answer(new URLSearchParams(query))
  const location = answer.headers.get('location')
  return {
    status: answer.status,
    type: 'html',
    body: await answer.text(),
    ...(location ? { location } : {}),
  }
}

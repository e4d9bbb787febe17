import type { App } from '../http/mount.ts'
import { mountPages, type PageAnswer, type PageCall } from '../http/raw-pages.ts'
import { beginPath, beginTrip, callbackPath, endTrip } from './claim-trip.ts'

type Pages = Record<string, (call: PageCall) => Promise<PageAnswer> | PageAnswer>

/** The stops of a claim on its way to the code host and back; in development also the host itself. */
export function mountCodeHostPages(app: App): void {
  const { deps } = app
  const pages: Pages = {
    [`GET ${beginPath}`]: (call) => beginTrip(deps, call),
    [`GET ${callbackPath}`]: (call) => endTrip(deps, call),
  }
  const { playedHost } = deps
  if (playedHost) pages[`GET ${playedHost.path}`] = (call) => playedHost.answer(call)
  mountPages(app, pages)
}

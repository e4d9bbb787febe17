import type { Page, Request } from 'playwright-core'

interface Traffic {
  started: number
  open: Set<Request>
}

/** Milliseconds, and bytes per second. */
const slowNetwork = { offline: false, latency: 300, downloadThroughput: 300_000, uploadThroughput: 300_000 }

const traffic = new WeakMap<Page, Traffic>()

/** Counts the requests of a page from its creation on, for `untilIdle`. */
export function countRequests(page: Page): void {
  const counted: Traffic = { started: 0, open: new Set() }
  traffic.set(page, counted)
  page.on('request', (request) => {
    counted.started++
    counted.open.add(request)
  })
  page.on('requestfinished', (request) => counted.open.delete(request))
  page.on('requestfailed', (request) => counted.open.delete(request))
}

/**
 * Waits until a page has no request in progress and starts none before the browser is idle. A page runs a module some time
 * after its file arrived, so tests first wait for the last thing that the page loads on its own.
 */
export async function untilIdle(page: Page): Promise<void> {
  const counted = traffic.get(page)
  if (!counted) throw new Error('The requests of this page are not counted.')
  for (;;) {
    const { started } = counted
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
    if (counted.open.size === 0 && counted.started === started) return
  }
}

/** Whether the tests run on a slow network: `npm run lab -- slow-network`. */
export const isSlowNetwork = process.env['SLOW_NETWORK'] === '1'

/** Slows down the network of a page if the tests run on a slow one. */
export async function applyNetwork(page: Page): Promise<void> {
  if (!isSlowNetwork) return
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', slowNetwork)
}

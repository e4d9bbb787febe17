import {
  type LoaderFunctionArgs,
  matchRoutes,
  type RouteObject,
  type RouterContextProvider,
} from 'react-router'

/** Delay before a hovered link is prefetched. */
const restMs = 80

interface Prefetching {
  routesAt(place: { pathname: string }): Promise<RouteObject[]>
  basename: string
  getContext(): RouterContextProvider
}

/**
 * Prefetches the code and data of a page when the pointer rests on its link, a finger touches it, or it gets
 * keyboard focus. Fetches each address once, and nothing when the browser saves data.
 */
export function prefetchOnIntent(prefetching: Prefetching): void {
  const done = new Set<string>([location.pathname + location.search])
  let timer: ReturnType<typeof setTimeout> | undefined
  const intend = (event: Event, afterMs: number) => {
    clearTimeout(timer)
    const url = addressOf(event.target)
    if (!url || done.has(url.pathname + url.search) || savesData()) return
    timer = setTimeout(() => {
      done.add(url.pathname + url.search)
      prefetch(url, prefetching).catch(() => {})
    }, afterMs)
  }
  addEventListener('pointerover', (event) => intend(event, restMs), { passive: true })
  addEventListener('touchstart', (event) => intend(event, 0), { passive: true })
  addEventListener('focusin', (event) => intend(event, restMs))
}

/** Returns the address of a link that opens another page of this site in this tab. */
function addressOf(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin)
    return undefined
  return new URL(link.href)
}

/** Errors are ignored: the same request fails again, and shows its error, when the user follows the link. */
async function prefetch(url: URL, { routesAt, basename, getContext }: Prefetching): Promise<void> {
  const routes = await routesAt(url)
  for (const { route, params } of matchRoutes(routes, url, basename) ?? []) {
    void fetchPage(route, { url, params, context: getContext() }).catch(() => {})
  }
}

async function fetchPage(
  route: RouteObject,
  {
    url,
    params,
    context,
  }: { url: URL; params: Record<string, string | undefined>; context: RouterContextProvider },
): Promise<void> {
  const page = typeof route.lazy === 'function' ? await route.lazy() : route
  if (typeof page.loader !== 'function') return
  const pattern = route.path ?? ''
  await page.loader({ request: new Request(url), url, params, context, pattern } as LoaderFunctionArgs)
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

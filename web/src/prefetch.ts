import {
  type LoaderFunctionArgs,
  matchRoutes,
  type RouteObject,
  type RouterContextProvider,
} from 'react-router'

/** How long a pointer has to rest on a link before its page is fetched. */
const restMs = 80

interface Prefetching {
  routesAt(place: { pathname: string }): Promise<RouteObject[]>
  basename: string
  getContext(): RouterContextProvider
}

/**
 * Fetches the code and the answers of a page when somebody is about to go there: a pointer rests on its link, a finger
 * touches it, or the keyboard gets to it. Each address once, and never for who saves data.
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

/** Of a link to another page of this site in this tab. */
function addressOf(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin)
    return undefined
  return new URL(link.href)
}

/** What goes wrong here goes wrong again, and is shown, when somebody goes there. */
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

import { type Locale, RegistryRefusal, registryAt } from '@nodeyard/contract/ground'
import { serverSession } from './ground/session/session.ts'
import { createQueryClient } from './ground/site/query.ts'
import { settingsFrom } from './ground/site/settings.ts'
import type { Site } from './ground/site/site.ts'
import { textFilesFor, textsFor } from './ground/texts/dictionaries.server.ts'
import { pathToArchive, rangesOf } from './public/source/archive.ts'

const apiInside = 'http://api.internal'

export function createSite(request: Request, fetch: typeof globalThis.fetch, locale: Locale): Site {
  const reach = followingRedirects(fetch)
  return {
    settings: settingsFrom(request.headers, locale),
    session: serverSession,
    registry: registryAt(apiInside, reach),
    getJson: (path, signal) => getJson(reach, apiInside + path, signal),
    archiveOf: (nodeId, version, sizeBytes) =>
      rangesOf(reach, apiInside + pathToArchive(nodeId, version), sizeBytes),
    queries: createQueryClient(),
    texts: textsFor(locale),
    textFiles: textFilesFor(locale),
    prepareTexts: async () => {},
  }
}

export async function getJson(
  fetch: typeof globalThis.fetch,
  address: string,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await fetch(address, signal ? { signal } : {})
  if (response.ok) return response.json()
  throw new RegistryRefusal(response.status, { error: 'unreadable_answer', message: '' })
}

/** In-process responses can be redirects, which nothing else follows. */
function followingRedirects(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || !location) return response
    const target = new URL(location, input instanceof Request ? input.url : input)
    return fetch(apiInside + target.pathname + target.search, init)
  }
}

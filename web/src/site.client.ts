import { RegistryRefusal, registryAt } from '@nodeyard/contract/ground'
import { lazy } from 'react'
import { createBrowserSession } from './browser-session.ts'
import { apiFetch } from './ground/session/api-fetch.ts'
import type { PageFacts } from './ground/site/page-facts.ts'
import { createQueryClient } from './ground/site/query.ts'
import type { Site } from './ground/site/site.ts'
import { loadTexts } from './ground/texts/dictionaries.ts'
import { createTexts } from './ground/texts/texts.ts'
import { pause } from './pause.ts'

const apiOfSite = '/api'

const NodeControls = lazy(() =>
  import('./admin/nodes/node-admin.tsx').then(({ NodeAdmin }) => ({ default: NodeAdmin })),
)

/** Creates the site object of this browser tab from the page facts that the server embedded. */
export function createBrowserSite({ settings, build, textFiles, answers }: PageFacts): Site {
  const texts = createTexts(settings.locale)
  const queries = createQueryClient()
  for (const [key, data, updatedAt] of answers) queries.setQueryData(key, data, { updatedAt })
  const session = createBrowserSession({ settings, queries, apiBase: apiOfSite, build })
  const fetch = apiFetch(apiOfSite, {
    session,
    queries,
    // Pages send several requests at once, and each call blocks the browser for a moment.
    fetch: async (input, init) => {
      await pause()
      return globalThis.fetch(input, init)
    },
    now: Date.now,
  })
  return {
    settings,
    session,
    registry: registryAt(apiOfSite, fetch),
    getJson: (path, signal) => getJson(fetch, path, signal),
    NodeControls,
    queries,
    texts,
    textFiles,
    prepareTexts: (wanted) => loadTexts(texts, textFiles, wanted),
  }
}

async function getJson(fetch: typeof globalThis.fetch, path: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(apiOfSite + path, signal ? { signal } : {})
  if (response.ok) return response.json()
  throw new RegistryRefusal(response.status, { error: 'unreadable_answer', message: '' })
}

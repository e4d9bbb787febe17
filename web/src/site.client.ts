import { RegistryRefusal, registryAt } from '@nodeyard/contract/client'
import { loadTexts } from './dictionaries.ts'
import type { PageFacts } from './page-facts.ts'
import { pause } from './pause.ts'
import { createQueryClient } from './query.ts'
import { apiFetch } from './session/api-fetch.ts'
import { createBrowserSession } from './session/browser-session.ts'
import type { Site } from './site.ts'
import { createTexts } from './texts.ts'

const apiOfSite = '/api'

/** The one site of this browser tab, from the facts that the server wrote beside the page. */
export function createBrowserSite({ settings, build, textFiles, answers }: PageFacts): Site {
  const texts = createTexts(settings.locale)
  const queries = createQueryClient()
  for (const [key, data, updatedAt] of answers) queries.setQueryData(key, data, { updatedAt })
  const session = createBrowserSession({ settings, queries, apiBase: apiOfSite, build })
  const fetch = apiFetch(apiOfSite, {
    session,
    queries,
    // A page asks for several things at once, and the browser takes its time over each.
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

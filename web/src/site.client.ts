import { RegistryRefusal, registryAt } from '@nodeyard/contract/client'
import { loadTexts } from './dictionaries.ts'
import type { PageFacts } from './page-facts.ts'
import { createQueryClient } from './query.ts'
import { anonymous } from './session.ts'
import type { Site } from './site.ts'
import { createTexts } from './texts.ts'

const apiOfSite = '/api'

/** The one site of this browser tab, from the facts that the server wrote beside the page. */
export function createBrowserSite({ settings, textFiles, answers }: PageFacts): Site {
  const texts = createTexts(settings.locale)
  const queries = createQueryClient()
  for (const [key, data, updatedAt] of answers) queries.setQueryData(key, data, { updatedAt })
  return {
    settings,
    session: anonymous,
    registry: registryAt(apiOfSite, (input, init) => fetch(input, init)),
    getJson,
    queries,
    texts,
    textFiles,
    prepareTexts: (wanted) => loadTexts(texts, textFiles, wanted),
  }
}

async function getJson(path: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(apiOfSite + path, signal ? { signal } : {})
  if (response.ok) return response.json()
  throw new RegistryRefusal(response.status, { error: 'unreadable_answer', message: '' })
}

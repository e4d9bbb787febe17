import { registryAt, RegistryRefusal } from '@nodeyard/contract/client'
import { loadTexts } from './dictionaries.ts'
import { createQueryClient } from './query.ts'
import { anonymous } from './session.ts'
import type { PageFacts, Site } from './site.ts'
import { createTexts } from './texts.ts'

const apiOfSite = '/api'

/** The one site of this browser tab, from the facts that the server wrote on the page. */
export function createBrowserSite(html: HTMLElement): { site: Site; namespaces: PageFacts['namespaces'] } {
  const { settings, textFiles, namespaces } = JSON.parse(html.dataset['site'] ?? '{}') as PageFacts
  const texts = createTexts(settings.locale)
  const site: Site = {
    settings,
    session: anonymous,
    registry: registryAt(apiOfSite, (input, init) => fetch(input, init)),
    getJson,
    queries: createQueryClient(),
    texts,
    textFiles,
    prepareTexts: (wanted) => loadTexts(texts, textFiles, wanted),
  }
  return { site, namespaces }
}

async function getJson(path: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(apiOfSite + path, signal ? { signal } : {})
  if (response.ok) return response.json()
  throw new RegistryRefusal(response.status, { error: 'unreadable_answer', message: '' })
}

import type { Dictionary, Texts } from './texts.ts'

const attempts = 5
const firstDelayMs = 350

/** Fetches missing namespaces, with up to five attempts per file. */
export async function loadTexts(
  texts: Texts,
  files: Record<string, string>,
  namespaces: readonly string[],
): Promise<void> {
  const missing = namespaces.filter((namespace) => !texts.has(namespace))
  await Promise.all(
    missing.map(async (namespace) => texts.add(namespace, await fetchDictionary(files[namespace] ?? ''))),
  )
}

async function fetchDictionary(address: string, attempt = 1): Promise<Dictionary> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return (await response.json()) as Dictionary
  } catch (error) {
    if (attempt >= attempts) throw error
    await new Promise((resolve) => setTimeout(resolve, firstDelayMs * 2 ** (attempt - 1)))
    return fetchDictionary(address, attempt + 1)
  }
}

import type { Dictionary, Texts } from './texts.ts'

export const retries = 5
export const firstDelayMs = 350

/** Fetches missing namespaces. Retries each file, with doubling delays. Source: specification 9. */
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

async function fetchDictionary(address: string, retry = 0): Promise<Dictionary> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return (await response.json()) as Dictionary
  } catch (error) {
    if (retry >= retries) throw error
    await new Promise((resolve) => setTimeout(resolve, firstDelayMs * 2 ** retry))
    return fetchDictionary(address, retry + 1)
  }
}

import type { Resolved } from '@nodeyard/planning/resolve'

/** The input of the last result, which stays in the tab: for Back, a reload, and the way back from signing in. */
export interface KeptInput {
  names: string[]
  texts: string[]
  /** The fragment of the address that the result has. */
  shared: string
}

const key = 'nodeyard-resolve'

/** Larger workflows are kept only until the page is loaded again: browsers store about five million characters. */
const longest = 4_000_000

/** Keeps workflows without the picture or film that they came in. */
export function keepInput(
  { names, graphs }: Pick<Resolved, 'names' | 'graphs'>,
  input: readonly (File | string)[],
  shared: string,
): void {
  const texts =
    graphs.length > 0
      ? graphs.map(({ value }) => JSON.stringify(value))
      : input.filter((one) => typeof one === 'string')
  const text = JSON.stringify({ names, texts, shared } satisfies KeptInput)
  try {
    sessionStorage.removeItem(key)
    if (texts.length > 0 && text.length <= longest) sessionStorage.setItem(key, text)
  } catch {
    // A browser that stores nothing keeps the result until the page is loaded again.
  }
}

export function keptInput(): KeptInput | undefined {
  try {
    const kept: KeptInput | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return kept ?? undefined
  } catch {
    return undefined
  }
}

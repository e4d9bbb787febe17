/** The methods that each URL supports, for the `Allow` header. */
export class AllowedMethods {
  readonly #methods = new Map<string, Set<string>>()

  /** Records a route of the framework. */
  add({ method, url }: { method: string | string[]; url: string }): void {
    if (url.includes('*')) return
    const known = this.#methods.get(url) ?? new Set()
    for (const one of [method].flat()) known.add(one)
    this.#methods.set(url, known)
  }

  /** Returns the methods of the routes that match a path, always with OPTIONS. */
  of(path: string): string {
    const parts = partsOf(path)
    const found = [...this.#methods].filter(([pattern]) => matches(partsOf(pattern), parts))
    return [...new Set([...found.flatMap(([, methods]) => [...methods]), 'OPTIONS'])].join(', ')
  }
}

const partsOf = (path: string) => path.replace(/\/$/, '').split('/')

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  const isSame = (part: string, place: number) =>
    part === parts[place] || (part.startsWith(':') && parts[place])
  return pattern.length === parts.length && pattern.every(isSame)
}

import { isBundle } from './javascript-library.ts'
import { findScript } from './modules.ts'

interface Script {
  path: string
  text: string
}

/** Addresses of scripts in imports, and of workers. */
const named = /["'`]((?:\.{1,2}|\/extensions)\/[^"'`\s]{1,200}?\.m?js)[?#"'`]/g

/** A value that travels through more scripts than these is lost. */
const largestGroup = 60
const longestGroup = 600_000

/**
 * Groups the scripts that name each other, so that values are followed from one to the other. Bundles are alone, and
 * groups that would be too large are divided.
 */
export function scriptGroups<File extends Script>(scripts: readonly File[]): File[][] {
  const own = scripts.filter(({ text }) => !isBundle(text))
  const groups = new Map(own.map((file) => [file.path, [file]]))
  for (const { path, text } of own)
    for (const [, address = ''] of text.matchAll(named)) {
      const [one, other] = [groups.get(path), findScript(groups, path, address)]
      if (!one || !other || one === other) continue
      const both = [...one, ...other]
      const length = both.reduce((sum, file) => sum + file.text.length, 0)
      if (both.length > largestGroup || length > longestGroup) continue
      for (const file of both) groups.set(file.path, both)
    }
  const alone = scripts.filter(({ path }) => !groups.has(path)).map((file) => [file])
  return [...new Set(groups.values()), ...alone]
}

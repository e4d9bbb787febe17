import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Budget, budget } from './budget.ts'

const root = join(import.meta.dirname, '../..')
const code = /\.(?:ts|tsx|mts|mjs|js|css|sql)$/
const notProduct = /\.test\.|test-support|(?:^|\/)(?:test|e2e|fixtures?|docs)\/|^server\/demo\/packs\//

/** Whether the lines of a file count as the product's. */
export const isProduct = (path: string): boolean => code.test(path) && !notProduct.test(path)

/** Counts the lines of every tracked product file. */
export function listProduct(): { path: string; lines: number }[] {
  return execFileSync('git', ['ls-files', '-z'], { cwd: root })
    .toString()
    .split('\0')
    .filter((path) => isProduct(path) && existsSync(join(root, path)))
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
}

/** Adds up files by the longest part that contains them; files outside every part have the part `''`. */
export function sumByPart(
  files: readonly { path: string; lines: number }[],
  parts: Budget = budget,
): Map<string, number> {
  const longestFirst = Object.keys(parts).toSorted((a, b) => b.length - a.length)
  const sums = new Map(Object.keys(parts).map((part) => [part, 0]))
  for (const { path, lines } of files) {
    const part = longestFirst.find((one) => path.startsWith(`${one}/`)) ?? ''
    sums.set(part, (sums.get(part) ?? 0) + lines)
  }
  return sums
}

/** Describes the parts that exceed their budget. */
export function findOverruns(sums: ReadonlyMap<string, number>, parts: Budget = budget): string[] {
  return [...sums].flatMap(([part, lines]) => {
    const limit = parts[part]?.lines ?? 0
    return lines <= limit ? [] : [`${part || 'files outside every part'}: ${lines} lines, budget ${limit}`]
  })
}

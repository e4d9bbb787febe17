import { createInterface } from 'node:readline/promises'
import type { Context, Options } from '../ground/context.ts'
import { plain } from '../ground/output.ts'
import { type SelectOptions, shortened } from './select-files.ts'

/** Reads the options for the selection of files. On a terminal, files that git does not track need an answer. */
export function selectOptionsOf(
  { text, stderr, signal }: Pick<Context, 'text' | 'stderr' | 'signal'>,
  options: Options,
): SelectOptions {
  const allowed = [options['allowSecret'] ?? []].flat().map(String)
  const base = { allowed, isWithoutGit: options['git'] === false }
  if (!stderr.isTTY || !process.stdin.isTTY) return base
  return {
    ...base,
    async mayPackAll(names) {
      stderr.write(
        `${shortened(names)
          .map((name) => `  ${plain(name)}\n`)
          .join('')}`,
      )
      const asking = createInterface({ input: process.stdin, output: process.stderr })
      try {
        const answer = await asking.question(`${text('pack_all_question', { count: names.length })} `, {
          signal,
        })
        return /^(?:y|yes)$/i.test(answer.trim())
      } finally {
        asking.close()
      }
    },
  }
}

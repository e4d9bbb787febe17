import { createInterface } from 'node:readline/promises'
import { type Context, type Options, textsIn } from '../ground/context.ts'
import { plain } from '../ground/output.ts'
import type { TextKey } from '../ground/texts.ts'
import { type SelectOptions, shortened } from './select-files.ts'

export type Asking = Pick<Context, 'text' | 'stderr' | 'signal'>

const isYes = (answer: string): boolean => /^(?:y|yes)$/i.test(answer.trim())

/** A question about lines. Undefined if nobody can answer. */
export function asker(
  context: Asking,
  key: TextKey & ('pack_all_question' | 'publish_anyway_question'),
): ((lines: readonly string[]) => Promise<boolean>) | undefined {
  const { text, stderr, signal } = context
  if (!stderr.isTTY || !process.stdin.isTTY) return undefined
  return async (lines) => {
    stderr.write(
      shortened(lines)
        .map((line) => `  ${plain(line)}\n`)
        .join(''),
    )
    const asking = createInterface({ input: process.stdin, output: process.stderr })
    try {
      return isYes(await asking.question(`${text(key, { count: lines.length })} `, { signal }))
    } finally {
      asking.close()
    }
  }
}

/** Reads the options for the selection of files. On a terminal, files that git does not track need an answer. */
export const selectOptionsOf = (context: Asking, options: Options): SelectOptions => ({
  allowed: textsIn(options, 'allowSecret'),
  isWithoutGit: options['git'] === false,
  mayPackAll: asker(context, 'pack_all_question'),
})

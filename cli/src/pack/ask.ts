import { createInterface } from 'node:readline/promises'
import { type Context, type Options, textsIn } from '../ground/context.ts'
import { plain } from '../ground/output.ts'
import type { TextKey } from '../ground/texts.ts'
import { type SelectOptions, shortened } from './select-files.ts'

export type Asking = Pick<Context, 'text' | 'stderr' | 'signal'>

const isYes = (answer: string): boolean => /^(?:y|yes)$/i.test(answer)

/** Asks a question on a terminal. Undefined without one. */
export function questioner({ stderr, signal }: Asking): ((question: string) => Promise<string>) | undefined {
  if (!stderr.isTTY || !process.stdin.isTTY) return undefined
  return async (question) => {
    const asking = createInterface({ input: process.stdin, output: process.stderr })
    try {
      return (await asking.question(`${question} `, { signal })).trim()
    } finally {
      asking.close()
    }
  }
}

/** A question about lines. Undefined if nobody can answer. */
export function asker(
  context: Asking,
  key: TextKey & ('pack_all_question' | 'publish_anyway_question'),
): ((lines: readonly string[]) => Promise<boolean>) | undefined {
  const { text, stderr } = context
  const ask = questioner(context)
  if (!ask) return undefined
  return async (lines) => {
    stderr.write(
      shortened(lines)
        .map((line) => `  ${plain(line)}\n`)
        .join(''),
    )
    return isYes(await ask(text(key, { count: lines.length })))
  }
}

/** Reads the options for the selection of files. On a terminal, files that git does not track need an answer. */
export const selectOptionsOf = (context: Asking, options: Options): SelectOptions => ({
  allowed: textsIn(options, 'allowSecret'),
  isWithoutGit: options['git'] === false,
  mayPackAll: asker(context, 'pack_all_question'),
})

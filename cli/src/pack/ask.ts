import { createInterface } from 'node:readline/promises'
import { type Context, type Options, textsIn } from '../ground/context.ts'
import { plain } from '../ground/output.ts'
import type { TextKey } from '../ground/texts.ts'
import type { ReleaseOptions } from '../publish/certain-failures.ts'
import { type SelectOptions, shortened } from './select-files.ts'

type Asking = Pick<Context, 'text' | 'stderr' | 'signal'>

/** Whether someone at a terminal can answer. */
export const canAnswer = ({ stderr }: Pick<Context, 'stderr'>): boolean =>
  Boolean(stderr.isTTY && process.stdin.isTTY)

/** Shows lines and asks for a word about them. Ask only if someone can answer. */
export async function askFor(
  { stderr, signal }: Pick<Context, 'stderr' | 'signal'>,
  lines: readonly string[],
  question: string,
): Promise<string> {
  stderr.write(lines.map((line) => `  ${plain(line)}\n`).join(''))
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await asking.question(`${question} `, { signal })).trim()
  } finally {
    asking.close()
  }
}

const isYes = (answer: string): boolean => /^(?:y|yes)$/i.test(answer)

/** A question about lines. Undefined if nobody can answer. */
function asker(
  context: Asking,
  key: TextKey & ('pack_all_question' | 'publish_anyway_question'),
): ((lines: readonly string[]) => Promise<boolean>) | undefined {
  if (!canAnswer(context)) return undefined
  return async (lines) =>
    isYes(await askFor(context, shortened(lines), context.text(key, { count: lines.length })))
}

/** Reads the options for the selection of files. On a terminal, files that git does not track need an answer. */
export const selectOptionsOf = (context: Asking, options: Options): SelectOptions => ({
  allowed: textsIn(options, 'allowSecret'),
  isWithoutGit: options['git'] === false,
  mayPackAll: asker(context, 'pack_all_question'),
})

/** Reads the options for certain failures. On a terminal, each release with some needs an answer. */
export const releaseOptionsOf = (context: Asking, options: Options): ReleaseOptions => ({
  allowed: textsIn(options, 'allow'),
  mayPublish: asker(context, 'publish_anyway_question'),
})

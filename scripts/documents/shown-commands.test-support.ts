import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A command line, or a block of them, in a document. */
export interface Shown {
  path: string
  text: string
}

const documents = globSync(['*.md', 'docs/*.md', 'docs/architecture/*.md', '*/README.md'], {
  cwd: root,
}).filter((path) => path !== 'CHANGELOG.md')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const fence = /^ *```(\w*)\n(.*?)^ *```$/gms

/** The blocks of these languages in all documents, without their indentation. */
export function blocksIn(...languages: string[]): (Shown & { name: string })[] {
  return documents.sort().flatMap((path) =>
    [...textOf(path).matchAll(fence)]
      .filter(([, language = '']) => languages.includes(language))
      .map(([, , block = ''], at) => ({
        path,
        name: `${path} ${at + 1}`,
        text: block.replace(new RegExp(`^${/^ */.exec(block)?.[0]}`, 'gm'), ''),
      })),
  )
}

/** The code within sentences. */
export const codeInSentences = (): Shown[] =>
  documents.flatMap((path) =>
    [
      ...textOf(path)
        .replace(fence, '')
        .matchAll(/`([^`\n]+)`/g),
    ].map(([, text = '']) => ({ path, text })),
  )

import { percentDecoded } from '@nodeyard/analysis/ground'

const idPattern = /^[\w.-]{1,100}$/
const maxLength = 120
/** First segments of pages, which say nothing about the wanted thing. */
const pageNames = new Set(['nodes', 'publishers', 'packs', 'versions', 'docs', 'auth', 'admin', 'search'])

/** The likely target of a missing page. */
export interface LookedFor {
  words: string
  /** Owner and name, when the address ends like that of a repository. */
  repository?: string
  /** The kind of thing whose id the address contains. */
  kind?: 'pack' | 'publisher'
}

/** Derives it from the path, without its language. */
export function lookedFor(path: string): LookedFor {
  const segments = path
    .split('/')
    .map((segment) => percentDecoded(segment) ?? '')
    .filter((segment) => segment !== '')
  const [page = '', id = ''] = segments
  if (page === 'nodes' && id !== '') return { words: wordsOf(id), kind: 'pack' }
  if (page === 'publishers' && id !== '') return { words: wordsOf(id), kind: 'publisher' }
  const telling = segments.filter((segment) => !pageNames.has(segment.toLowerCase()))
  const [owner = '', name = ''] = telling.slice(-2)
  const isRepository = telling.length >= 2 && idPattern.test(owner) && idPattern.test(name)
  return {
    words: wordsOf(telling.at(-1) ?? ''),
    ...(isRepository ? { repository: `${owner}/${name.replace(/\.git$/, '')}` } : {}),
  }
}

const wordsOf = (id: string) =>
  id
    .replace(/\.git$/, '')
    .slice(0, maxLength)
    .toWellFormed()

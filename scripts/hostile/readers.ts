import { filesOfRecord } from '@nodeyard/analysis/archive'
import { fingerprintPack } from '@nodeyard/analysis/facts'
import { inspectPack, type PythonParser } from '@nodeyard/analysis/inspection'
import { manifestBytes, readManifest } from '@nodeyard/analysis/manifest'
import { modelsInText } from '@nodeyard/analysis/models'
import { readSearchText } from '@nodeyard/contract/packs'
import { parseText } from '../../server/src/discovery/search/query.ts'
import { wordsOf } from '../../server/src/discovery/search/tokens.ts'
import { renderReadme } from '../../server/src/ground/markdown/render.ts'
import { highlightedLines } from '../../web/src/public/source/highlight.ts'
import { markdown, markup, modelNames, searches, shownText, toml } from './documents.ts'
import type { Case } from './growth.ts'
import { solverCases } from './solver.ts'
import { data, type Family, javascript, python, requirements, shell } from './sources.ts'
import { structuredCases } from './structures.ts'

const kilobyte = 1024

/** Lists every reader of untrusted input, with inputs designed to keep it busy. */
export function hostileCases(parser: PythonParser): Case[] {
  const inspect = (path: string, text: string) => {
    const files = filesOfRecord({
      'pyproject.toml': '[project]\nname = "a"\nversion = "1.0.0"\n',
      [path]: text,
    })
    return () => inspectPack(files, parser)
  }
  const inFile = (path: string) => (text: string) => inspect(path, text)
  return [
    ...casesOf('Python', python, 256 * kilobyte, inFile('__init__.py')),
    // For each name, the script parser searches all names of a scope, which shows far beyond this size.
    ...casesOf('a script', javascript, 64 * kilobyte, inFile('web/a.js')),
    ...casesOf('a shell script', shell, 512 * kilobyte, inFile('install.sh')),
    ...casesOf('JSON', data, 512 * kilobyte, inFile('.vscode/tasks.json')),
    ...casesOf('YAML', data, 512 * kilobyte, inFile('a.yaml')),
    ...casesOf('a notebook', data, 512 * kilobyte, inFile('a.ipynb')),
    ...casesOf('requirements', requirements, 512 * kilobyte, inFile('requirements.txt')),
    ...casesOf('a page', markup, 512 * kilobyte, inFile('web/a.html')),
    ...casesOf('a drawing', markup, 512 * kilobyte, inFile('web/a.svg')),
    ...casesOf(
      'git modules',
      { keys: (size) => '[submodule "a"]\n'.repeat(size / 16) },
      512 * kilobyte,
      inFile('.gitmodules'),
    ),
    ...casesOf('the project file', toml, manifestBytes, (text) => {
      const bytes = new TextEncoder().encode(text)
      return () => readManifest(bytes)
    }),
    ...casesOf(
      'a README',
      markdown,
      512 * kilobyte,
      (text) => () =>
        renderReadme(
          { path: 'README.md', text, format: 'markdown' },
          { repository: 'https://github.com/a/b' },
        ),
    ),
    ...casesOf('models in a document', modelNames, 512 * kilobyte, (text) => () => modelsInText(text)),
    ...casesOf(
      'a plain README',
      data,
      512 * kilobyte,
      (text) => () => renderReadme({ path: 'README', text, format: 'plain' }, {}),
    ),
    ...shownSources(),
    ...casesOf('a search', searches, 64 * kilobyte, (text) => () => [
      readSearchText(text),
      wordsOf(text),
      parseText(text),
    ]),
    ...casesOf(
      'a fingerprint',
      shownText,
      512 * kilobyte,
      (text) => () => fingerprintPack(filesOfRecord({ 'a.py': text })),
    ),
    ...structuredCases(parser),
    ...solverCases,
  ]
}

function casesOf(
  reader: string,
  family: Family,
  largest: number,
  read: (text: string) => () => unknown,
): Case[] {
  return Object.entries(family).map(([name, make]) => ({
    name: `${reader}: ${name}`,
    prepare: (size) => read(make(size)),
    largest,
  }))
}

/** Cases for the site's coloring of a pack's files in each supported language. */
function shownSources(): Case[] {
  return shownEndings.flatMap((ending) =>
    casesOf(`a shown file ending in ${ending}`, shownText, 64 * kilobyte, (text) => {
      return () => highlightedLines(text, `a.${ending}`)
    }).map((one) => ({ ...one, smallest: colored })),
  )
}

/** Longer texts are colored in parts. */
const colored = 8 * kilobyte

const shownEndings = ['cpp', 'js', 'py', 'toml']

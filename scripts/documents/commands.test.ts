// A promise: each command in a document exists, or has a reason why no test runs it.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { commonOptions, registryOption } from '../../cli/src/ground/command-spec.ts'
import { commands } from '../../cli/src/program.ts'
import { blocksIn, codeInSentences, type Shown } from './shown-commands.test-support.ts'

const root = join(import.meta.dirname, '../..')

/** Programs of others that documents name, and why no test here runs the command. */
const others: Record<string, string> = {
  cp: 'copies the reader’s own data folder',
  rm: 'deletes the reader’s own data folder',
  docker: 'needs a container engine; server/test/deploy.test.ts reads the compose file',
  helm: 'needs a cluster; server/test/deploy.test.ts reads the chart',
  kubectl: 'needs a cluster',
  pg_dump: 'needs the reader’s server',
  pg_restore: 'needs the reader’s server',
  pg_basebackup: 'needs the reader’s server; server/test/backup.test.ts makes such a backup',
  pg_ctl: 'part of the restore that server/test/backup.test.ts does',
  while: 'part of the same restore',
  mkdir: 'part of the same backup',
  touch: 'part of the same restore',
  git: 'names what git does, or sets an option of the clone',
  pip: 'names the output that is read',
  comfy: 'talks to addresses that it knows itself; shown for one of them only',
  sed: 'writes a manifest for a cluster',
  '{': 'writes the same manifest',
}

const isProgram = /^(?:[a-z][\w-]*|\{)$/
/** Words that begin code of other kinds in sentences. */
const shellWords = new Set([
  ...Object.keys(others),
  'nodeyard',
  'npx',
  'npm',
  'node',
  'alias',
  'curl',
  'psql',
  'python',
  'sudo',
  'apt',
])

/** Lines of a block without comments and variables; continued ones count as one. */
const linesOf = ({ path, text }: Shown): Shown[] =>
  text
    .replace(/'[^']*'/gs, (quoted) => quoted.replaceAll('\n', ' '))
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => ({
      path,
      text: line
        .replace(/ +#.*/, '')
        .replace(/^(?:[A-Z_]+=\S+ )+/, '')
        .trim(),
    }))
    .filter(({ text: line }) => line !== '')

const shown = [
  ...blocksIn('sh').flatMap(linesOf),
  ...codeInSentences()
    .flatMap(linesOf)
    .filter(({ text }) => text.includes(' ') && shellWords.has(text.split(' ')[0] ?? '')),
]

/** Returns the words after the name of the registry's program; undefined for other programs. */
function wordsOfProgram(text: string): string[] | undefined {
  const [, words] = /^(?:nodeyard|npx --yes \S+\/nodeyard\.tgz|npm run nodeyard --) (.*)/.exec(text) ?? []
  return words?.split(/ +/)
}

describe('each command that a document shows', () => {
  it('is of a program that a test runs, or that is listed with a reason', () => {
    assert.ok(shown.length > 100, 'the commands were found')
    for (const { path, text } of shown) {
      const [program = '', second = ''] = text.split(' ')
      assert.match(program, isProgram, `${path}: ${text}`)
      if (program === 'node') assert.ok(existsSync(join(root, second)), `${path}: ${text}`)
      else
        assert.ok(
          ['nodeyard', 'npx', 'npm', 'alias'].includes(program) || program in others,
          `${path}: ${text}`,
        )
    }
  })

  it('lists no program that no document names', () => {
    const named = new Set(shown.map(({ text }) => text.split(' ')[0]))
    assert.deepEqual(
      Object.keys(others).filter((program) => !named.has(program)),
      [],
    )
  })

  it('has a name and options that the registry’s program knows', () => {
    for (const { path, text } of shown) {
      const [name = '', ...words] = wordsOfProgram(text) ?? ['COMMAND']
      if (name === 'COMMAND' || name.startsWith('--')) continue
      const command = commands.find((one) => one.name === name)
      assert.ok(command, `${path}: ${text}`)
      const flags = [...(command.options ?? []), ...commonOptions, registryOption].map(
        ([flag]) => flag.split(' ')[0],
      )
      for (const word of words)
        if (word.startsWith('--') && word !== '--help') assert.ok(flags.includes(word), `${path}: ${text}`)
    }
  })

  it('starts npx with the address of a registry only', () => {
    for (const { path, text } of shown)
      assert.ok(!/\bnpx (?!--yes https:\/\/\S+\/nodeyard\.tgz)/.test(text), `${path}: ${text}`)
  })
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { findProgramFolder, hasPostgres, type RunningPostgres, startPostgres } from './postgres.ts'

const root = join(import.meta.dirname, '../..')
const command = `node ${root}/server/src/command.ts`

/** Returns the shell blocks of a section of docs/backup.md. */
async function blocksOf(section: string): Promise<string[]> {
  const page = await readFile(join(root, 'docs/backup.md'), 'utf8')
  const [, text = ''] = page.split(`## ${section}\n`)
  const blocks = [...(text.split('\n## ')[0] ?? '').matchAll(/```sh\n(.*?)```/gs)].map(
    ([, code]) => code ?? '',
  )
  return blocks.map((code) => code.replaceAll('npm run registry --', command))
}

describe('the commands of docs/backup.md', () => {
  let folder: string
  const run = async (script: string, env: Record<string, string> = {}) => {
    const path = [dirname(process.execPath), findProgramFolder() ?? '', process.env['PATH']].join(delimiter)
    const { DATABASE_URL: _, ...rest } = process.env
    const options = { cwd: folder, env: { ...rest, PATH: path, ...env } }
    const { stdout } = await promisify(execFile)('sh', ['-ec', script], options)
    return stdout
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nodeyard-backup-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('restore the embedded database', async () => {
    const [backUp = '', restore = ''] = await blocksOf('Embedded database')
    await run(`${command} create-publisher acme --owner owner@acme.test`)
    await run(backUp)
    await run(`${command} create-publisher later --owner owner@later.test`)
    assert.match(await run(restore), /All invariants hold/)
    await run(`${command} create-token acme`)
    await assert.rejects(run(`${command} create-token later`), /publisher/i)
  })

  it('restore PostgreSQL', { skip: !hasPostgres() && 'PostgreSQL is not installed' }, async () => {
    const server = (await startPostgres()) as RunningPostgres
    try {
      const urlOf = (name: string) => server.url.replace(/\/postgres(?=$|\?)/, `/${name}`)
      const psql = (statement: string) => run(`psql -q "$URL" -c '${statement}'`, { URL: server.url })
      for (const name of ['before', 'restored']) await psql(`create database ${name} template template0`)
      const [backUp = '', restore = ''] = await blocksOf('PostgreSQL')
      await run(`${command} create-publisher acme --owner owner@acme.test`, { DATABASE_URL: urlOf('before') })
      await run(backUp, { DATABASE_URL: urlOf('before') })
      assert.match(await run(restore, { DATABASE_URL: urlOf('restored') }), /All invariants hold/)
      await run(`${command} create-token acme`, { DATABASE_URL: urlOf('restored') })
    } finally {
      await server.stop()
    }
  })
})

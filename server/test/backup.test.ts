import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFile, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { testEnvironment } from '../../scripts/set-up.mjs'
import {
  findFreePort,
  findProgramFolder,
  findSystemUser,
  hasPostgres,
  type RunningPostgres,
  type SystemUser,
  startPostgres,
} from './postgres.ts'

const root = join(import.meta.dirname, '../..')
const command = `node ${root}/server/src/command.ts`
const skip = !hasPostgres() && 'PostgreSQL is not installed'

/** Returns the blocks of a section of docs/backup.md in a language. */
async function blocksOf(section: string, language = 'sh'): Promise<string[]> {
  const page = await readFile(join(root, 'docs/backup.md'), 'utf8')
  const [, text = ''] = page.split(`## ${section}\n`)
  const [ofSection = ''] = text.split('\n## ')
  const blocks = [...ofSection.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, name]) => name === language)
  return blocks.map(([, , code = '']) => code.replaceAll('npm run registry --', command))
}

/** Reads the settings of a block in the format of postgresql.conf. */
function settingsIn(block: string): Record<string, string> {
  const lines = block.matchAll(/^(\w+) = '?(.*?)'?$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
}

describe('the commands of docs/backup.md', () => {
  let folder: string
  const run = async (script: string, env: Record<string, string> = {}, user: SystemUser = {}) => {
    const path = [dirname(process.execPath), findProgramFolder() ?? '', process.env['PATH']].join(delimiter)
    const options = { cwd: folder, env: { ...testEnvironment(), PATH: path, ...env }, ...user }
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

  it('restore PostgreSQL', { skip }, async () => {
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

  it('restore PostgreSQL to a moment', { skip }, async () => {
    const user = findSystemUser()
    if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
    const section = 'To a moment in time'
    const inFolder = (block: string) => block.replaceAll('/backup', `${folder}/elsewhere`)
    const [settings = ''] = (await blocksOf(section, 'ini')).map(inFolder)
    const [backUp = '', restore = '', check = ''] = (await blocksOf(section)).map(inFolder)
    const ask = async (statement: string, url: string) =>
      (await run(`psql -v ON_ERROR_STOP=1 -Atqc "${statement}" "$URL"`, { URL: url })).trim()
    const createPublisher = (name: string) =>
      run(`${command} create-publisher ${name} --owner owner@${name}.test`, { DATABASE_URL: server.url })
    const server = (await startPostgres(settingsIn(settings))) as RunningPostgres
    const port = String(await findFreePort())
    const restored = `postgresql://postgres@127.0.0.1:${port}/postgres`
    const { port: serverPort } = new URL(server.url)
    try {
      // The restored server reads this file from the copy.
      const local = "unix_socket_directories = ''\nlisten_addresses = '127.0.0.1'\n"
      await appendFile(join(server.dataFolder, 'postgresql.conf'), local)
      await createPublisher('acme')
      await run(backUp, { PGHOST: '127.0.0.1', PGPORT: serverPort, PGUSER: 'postgres' }, user)
      await createPublisher('between')
      const moment = await ask('select now()', server.url)
      await createPublisher('later')
      await server.halt('fast')
      await run(
        restore.replace(/(?<=recovery_target_time=')[^']*/, moment),
        { PGHOST: '127.0.0.1', PGPORT: port },
        user,
      )
      assert.match(await run(check, { DATABASE_URL: restored }), /All invariants hold/)
      const known = await ask("select id from publishers where name <> 'Unclaimed' order by id", restored)
      assert.deepEqual(known.split('\n'), ['acme', 'between'])
    } finally {
      await run('pg_ctl stop --silent --pgdata=restored --mode=immediate', {}, user).catch(() => undefined)
      await server.stop()
    }
  })
})

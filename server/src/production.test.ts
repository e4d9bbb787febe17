import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { testEnvironment } from '../../scripts/set-up.mjs'
import { createDemoPeople } from '../demo/accounts.ts'
import { compose, createLog, openBlobs, openDatabase } from './compose.ts'
import { type Environment, readConfig } from './config.ts'
import type { Setting } from './ground/setting-kinds.ts'
import { settingGroups } from './ground/settings.ts'

const folder = await mkdtemp(join(tmpdir(), 'nodeyard-production-'))
after(() => rm(folder, { recursive: true, force: true }))

const sound = {
  NODE_ENV: 'production',
  SITE_URL: 'https://registry.example',
  API_URL: 'https://api.registry.example',
  IDENTITY_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATABASE: 'embedded',
}

const local = { SITE_URL: 'http://localhost:3000', API_URL: 'http://127.0.0.1:8080' }

/** Unsafe values of each setting, with only the other settings that they need. */
const unsafe: Readonly<Record<string, Environment[]>> = {
  CODE_HOST: [{ CODE_HOST: 'fake' }],
  DEMO: [{ DEMO: 'on' }],
  DATABASE_URL: [{ DATABASE: '' }, { DATABASE: ' ', DATABASE_URL: ' ' }],
  STAND_IN_PROVIDERS: [{ STAND_IN_PROVIDERS: 'on' }],
  MAIL: [{ MAIL: 'outbox' }],
  SMS: [{ SMS: 'outbox' }],
  IDENTITY_KEY: [{ IDENTITY_KEY: '' }, { IDENTITY_KEY: ' ' }],
  SITE_URL: [{ SITE_URL: 'http://registry.example' }, { SITE_URL: 'http://localhost.registry.example' }],
  API_URL: [{ API_URL: 'http://api.registry.example' }, { API_URL: 'http://10.0.0.7:8080' }],
  CODE_HOST_URL: [{ CODE_HOST_URL: 'http://git.example' }],
  CODE_HOST_API_URL: [{ CODE_HOST_API_URL: 'http://git.example/api' }],
  HOSTED_JWKS_URL: [
    {
      IDENTITY: 'hosted',
      HOSTED_PROJECT_ID: 'p',
      HOSTED_API_KEY: 'k',
      HOSTED_JWKS_URL: 'http://keys.example',
    },
  ],
  SERVICE_KEYS_URL: [
    {
      SERVICE_KEYS_URL: 'http://keys.example',
      SERVICE_ISSUER: 'i',
      SERVICE_AUDIENCE: 'a',
      SERVICE_EMAIL: 'e',
    },
  ],
  CI_ISSUERS: [{ CI_ISSUERS: 'github,gitlab=http://gitlab.example' }],
  RATE_LIMIT_FACTOR: [{ RATE_LIMIT_FACTOR: '0' }, { RATE_LIMIT_FACTOR: '0.0' }, { RATE_LIMIT_FACTOR: '1e6' }],
  AUTHORIZED_DOMAINS: [
    { AUTHORIZED_DOMAINS: 'localhost' },
    { AUTHORIZED_DOMAINS: 'registry.example,127.0.0.1' },
  ],
}

/** Starts the program with only these settings. */
function boot(env: Environment, program = 'main.ts', ...args: string[]) {
  return spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    env: {
      ...testEnvironment(),
      DATA_DIR: folder,
      ROLES: 'api',
      API_PORT: '0',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Returns the error output of a failed start. */
async function refusalOf(env: Environment): Promise<string> {
  const child = boot(env)
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  assert.equal(code, 1, output)
  return output
}

/** Starts the program, and ends it once it is ready. */
async function isReady(env: Environment): Promise<void> {
  const child = boot({ ...env, LOG_LEVEL: 'info' })
  const exited = once(child, 'exit')
  try {
    for await (const said of child.stdout) if (String(said).includes('is ready')) return
    assert.fail('it ended')
  } finally {
    child.kill('SIGKILL')
    await exited
  }
}

const rows = Object.values(settingGroups).flatMap((group): [string, Setting<unknown>][] =>
  Object.entries(group),
)

describe('a start', () => {
  const wrong = '<>'
  const precise = rows.filter(([, { kind }]) => kind.read(wrong) === undefined)

  for (const [name, { kind }] of precise)
    it(`refuses a wrong value of ${name} in one line that names it`, () => {
      const refusal = new RegExp(
        `^Invalid configuration\\. .*${RegExp.escape(`${name}: ${kind.expects}`)}.*$`,
      )
      assert.throws(() => readConfig({ [name]: wrong }), { message: refusal })
    })

  it('takes any text only for names, addresses of people and folders', () => {
    assert.ok(precise.length > 55)
  })
})

describe('a production start', () => {
  it('is tested with every development setting', () => {
    const unsafeRows = rows.filter(([, row]) => row.unsafe).map(([name]) => name)
    assert.deepEqual(Object.keys(unsafe).toSorted(), unsafeRows.toSorted())
  })

  for (const [name, [first, ...others]] of Object.entries(unsafe))
    it(`fails with ${name}=${first?.[name]}`, () => {
      const only = new RegExp(`^Invalid configuration\\. ${name}: [^;]+$`)
      assert.throws(() => readConfig({ ...sound, ...first }), { message: only })
      assert.doesNotThrow(() => readConfig({ ...first, NODE_ENV: 'development' }))
      for (const env of others) assert.throws(() => readConfig({ ...sound, ...env }), new RegExp(name))
    })

  it('names all unsafe settings in one error', async () => {
    const { IDENTITY_KEY, HOSTED_JWKS_URL, ...others } = unsafe
    const said = await refusalOf(
      Object.assign({}, sound, ...Object.values(others).flat(), { IDENTITY_KEY: '' }),
    )
    for (const name of [...Object.keys(others), 'IDENTITY_KEY']) assert.match(said, new RegExp(` ${name}: `))
  })

  it('ignores the case of NODE_ENV, and refuses unknown values of it', () => {
    assert.throws(() => readConfig({ NODE_ENV: ' Production ' }), /IDENTITY_KEY/)
    for (const NODE_ENV of ['prod', 'productoin', 'live', 'production,', '1'])
      assert.throws(() => readConfig({ NODE_ENV }), {
        message: `Invalid configuration. NODE_ENV: one of production, development, test (got ${JSON.stringify(NODE_ENV)})`,
      })
    for (const NODE_ENV of [undefined, '', ' ', 'development', 'Test'])
      assert.equal(readConfig({ NODE_ENV }).production, false)
  })

  it('needs a database that was chosen, and refuses a contradiction', () => {
    const url = 'postgres://nodeyard@db.example/nodeyard'
    const { DATABASE, ...without } = sound
    assert.throws(() => readConfig({ ...without, DATABSE_URL: url }), /DATABASE_URL: is required/)
    for (const chosen of [{ DATABASE }, { DATABASE_URL: url }, { DATABASE: 'postgres', DATABASE_URL: url }])
      assert.ok(readConfig({ ...without, ...chosen }).production)
    for (const wrong of [{ DATABASE: 'postgres' }, { DATABASE: 'pglite' }, { DATABASE, DATABASE_URL: url }])
      for (const env of [without, {}]) assert.throws(() => readConfig({ ...env, ...wrong }), / DATABASE: /)
    assert.equal(readConfig({}).databaseUrl, undefined)
  })

  it('fails while the database has demo accounts, until they are removed', async () => {
    const env = { ...sound, ...local, DATA_DIR: join(folder, 'moved') }
    const config = readConfig(env)
    const log = createLog({ logLevel: 'silent' })
    const database = await openDatabase(config)
    const opened = await compose(config, { database, blobs: openBlobs(config), log, works: false })
    await createDemoPeople(opened.deps, () => {})
    await opened.close()
    assert.match(await refusalOf(env), /admin@demo\.test\).+ registry -- remove-demo/)
    for (const [args, code] of [
      [['seed'], 1],
      [['remove-demo'], 0],
    ] as const) {
      const child = boot(env, 'command.ts', ...args)
      const [output, [ended]] = await Promise.all([
        text(child.stderr),
        once(child, 'exit'),
        text(child.stdout),
      ])
      assert.equal(ended, code, output)
    }
    await isReady(env)
  })

  it('allows plain HTTP on the machine itself', async () => {
    await isReady({ ...sound, ...local, CODE_HOST_API_URL: 'http://[::1]:1' })
  })
})

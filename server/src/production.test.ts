import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { readConfig } from './config.ts'
import { developmentSettings } from './development-settings.ts'
import type { Environment } from './environment.ts'

const folder = await mkdtemp(join(tmpdir(), 'nodeyard-production-'))
after(() => rm(folder, { recursive: true, force: true }))

const sound = {
  NODE_ENV: 'production',
  SITE_URL: 'https://registry.example',
  API_URL: 'https://api.registry.example',
  IDENTITY_KEY: Buffer.alloc(32, 7).toString('base64'),
}

/** Unsafe values of each setting, with only the other settings that they need. */
const unsafe: Readonly<Record<string, Environment[]>> = {
  CODE_HOST: [{ CODE_HOST: 'fake' }],
  DEMO: [{ DEMO: 'on' }],
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
}

/** Starts the program with only these settings. */
function boot(env: Environment) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
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

describe('a production start', () => {
  it('is tested with every development setting', () => {
    assert.deepEqual(
      Object.keys(unsafe),
      developmentSettings.map(({ name }) => name),
    )
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

  it('ignores the case of NODE_ENV', () => {
    assert.throws(() => readConfig({ NODE_ENV: ' Production ' }), /IDENTITY_KEY/)
  })

  it('allows plain HTTP on the machine itself', async () => {
    const local = { SITE_URL: 'http://localhost:3000', API_URL: 'http://127.0.0.1:8080' }
    const child = boot({ ...sound, ...local, CODE_HOST_API_URL: 'http://[::1]:1' })
    try {
      for await (const said of child.stdout) if (String(said).includes('is ready')) return
      assert.fail('it ended')
    } finally {
      child.kill('SIGKILL')
    }
  })
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { testEnvironment } from '../../scripts/set-up.mjs'
import { onServer, type RunningPostgres, startPostgres } from '../test/postgres.ts'
import { type Environment, misspelledSettings, readConfig } from './config.ts'
import { diagnose } from './doctor.ts'

const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://registry.example',
  API_URL: 'https://api.registry.example',
  IDENTITY_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATABASE: 'embedded',
}
const s3 = { BLOBS: 's3', S3_BUCKET: 'archives' }
const smtp = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'registry@example.com' }

/** Settings that contradict themselves or each other, with the whole message. */
const refused: [Environment, string][] = [
  [{ NODE_ENV: 'prod' }, 'NODE_ENV: one of production, development, test (got "prod")'],
  [
    { PUBLIC_ENV: 'prodution' },
    'PUBLIC_ENV: one of production, staging, development, test (got "prodution")',
  ],
  [{ SITE_PORT: 'abc' }, 'SITE_PORT: an integer from 0 to 65535 (got "abc")'],
  [{ SITE_PORT: '70000' }, 'SITE_PORT: an integer from 0 to 65535 (got "70000")'],
  [{ API_PORT: '8080.5' }, 'API_PORT: an integer from 0 to 65535 (got "8080.5")'],
  [{ API_PORT: '3000' }, 'API_PORT: must differ from SITE_PORT'],
  [{ SITE_PORT: '8080' }, 'API_PORT: must differ from SITE_PORT'],
  [{ METRICS_PORT: '8080' }, 'METRICS_PORT: must differ from API_PORT'],
  [{ METRICS_PORT: '3000', ROLES: 'site' }, 'METRICS_PORT: must differ from SITE_PORT'],
  [
    { SITE_URL: 'registry.example' },
    'SITE_URL: a URL that starts with http:// or https:// and has no ? or # (got "registry.example")',
  ],
  [
    { SITE_URL: 'https://a.example/reg?x=1' },
    'SITE_URL: a URL that starts with http:// or https:// and has no ? or # (got "https://a.example/reg?x=1")',
  ],
  [
    { SITE_URL: 'https://me:secret@a.example/?x' },
    'SITE_URL: a URL that starts with http:// or https:// and has no ? or # (got "https:…@a.example/?x")',
  ],
  [
    { S3_ENDPOINT: `ftp://me:se/cret${'x'.repeat(60)}@store.example` },
    'S3_ENDPOINT: a URL that starts with http:// or https:// (got "ftp:…@store.example")',
  ],
  [
    { SMS_URL: 'me:secret@sms.example' },
    'SMS_URL: a URL that starts with http:// or https:// (got "me:…@sms.example")',
  ],
  [{ SITE_URL: 'https://a.example', API_URL: 'https://a.example/' }, 'SITE_URL: must differ from API_URL'],
  [{ ROLES: 'site,web' }, 'ROLES: some of site, api, jobs, separated by commas (got "site,web")'],
  [{ BLOBS: 'ftp' }, 'BLOBS: one of disk, s3 (got "ftp")'],
  [{ BLOBS: 's3' }, 'S3_BUCKET: required'],
  [{ S3_BUCKET: 'archives' }, 'S3_BUCKET: needs BLOBS=s3'],
  [{ ...s3, AWS_ACCESS_KEY_ID: 'a' }, 'AWS_ACCESS_KEY_ID: needs AWS_SECRET_ACCESS_KEY'],
  [{ ...s3, AWS_SECRET_ACCESS_KEY: 'a' }, 'AWS_SECRET_ACCESS_KEY: needs AWS_ACCESS_KEY_ID'],
  [{ ...s3, AWS_SESSION_TOKEN: 'a' }, 'AWS_SESSION_TOKEN: needs AWS_ACCESS_KEY_ID'],
  [
    { ...s3, S3_ENDPOINT: 'store.example' },
    'S3_ENDPOINT: a URL that starts with http:// or https:// (got "store.example")',
  ],
  [{ DATABASE: 'postgres' }, 'DATABASE: postgres needs DATABASE_URL, and embedded does not go with it'],
  [
    { DATABASE_URL: 'postgres://nodeyard:p/w#1@host/nodeyard' },
    'DATABASE_URL: a URL such as postgres://user:password@host:5432/name, with / ? # @ % and spaces in its password percent-encoded',
  ],
  [
    { DATABASE_URL: 'mysql://host/name' },
    'DATABASE_URL: a URL such as postgres://user:password@host:5432/name, with / ? # @ % and spaces in its password percent-encoded',
  ],
  [{ DATABASE_READ_URL: 'postgres://replica/nodeyard' }, 'DATABASE_READ_URL: needs DATABASE_URL'],
  [{ DATABASE_CONNECTIONS: '1' }, 'DATABASE_CONNECTIONS: an integer from 2 to 1000 (got "1")'],
  [{ ADMIN_EMAILS: 'notanemail' }, 'ADMIN_EMAILS: email addresses, separated by commas (got "notanemail")'],
  [
    { ADMIN_EMAILS: 'a@b.co;c@d.co' },
    'ADMIN_EMAILS: email addresses, separated by commas (got "a@b.co;c@d.co")',
  ],
  [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM: required'],
  [{ MAIL: 'smtp', MAIL_FROM: 'a@b.co' }, 'SMTP_URL: required'],
  [{ ...smtp, SMTP_URL: 'smtp:mail.example' }, 'SMTP_URL: a URL that starts with smtp:// or smtps://'],
  [
    { ...smtp, MAIL_FROM: 'not an address' },
    'MAIL_FROM: an email address, such as registry@example.com or Registry <registry@example.com> (got "not an address")',
  ],
  [{ SMS: 'http' }, 'SMS_URL: required'],
  [
    { AUTHORIZED_DOMAINS: 'https://a.example/' },
    'AUTHORIZED_DOMAINS: names of hosts without https:// and port, separated by commas (got "https://a.example/")',
  ],
  [{ GITHUB_CLIENT_ID: 'id' }, 'GITHUB_CLIENT_SECRET: required'],
  [{ GITHUB_CLIENT_SECRET: 'secret' }, 'GITHUB_CLIENT_SECRET: needs GITHUB_CLIENT_ID'],
  [{ GOOGLE_CLIENT_SECRET: 'secret' }, 'GOOGLE_CLIENT_SECRET: needs GOOGLE_CLIENT_ID'],
  [{ CODE_HOST_CLIENT_SECRET: 'secret' }, 'CODE_HOST_CLIENT_SECRET: needs CODE_HOST_CLIENT_ID'],
  [{ SERVICE_ISSUER: 'issuer' }, 'SERVICE_ISSUER: needs SERVICE_KEYS_URL'],
  [{ IDENTITY: 'hosted', HOSTED_API_KEY: 'key' }, 'HOSTED_PROJECT_ID: required'],
  [{ IDENTITY_KEY: 'short' }, 'IDENTITY_KEY: 32 bytes in Base64, several separated by commas'],
  [{ ADMIN_SECRET: 'guessable' }, 'ADMIN_SECRET: at least 16 characters, without spaces'],
  [{ PASSWORD_MAX_LENGTH: '5' }, 'PASSWORD_MAX_LENGTH: at least PASSWORD_MIN_LENGTH'],
  [{ OTEL_TRACES_SAMPLER_ARG: '5' }, 'OTEL_TRACES_SAMPLER_ARG: a number from 0 to 1 (got "5")'],
  [{ RATE_LIMIT_FACTOR: '-1' }, 'RATE_LIMIT_FACTOR: a number of at least 0 (got "-1")'],
  [
    { WEBHOOK_NETWORKS: '10.0.0.0' },
    'WEBHOOK_NETWORKS: networks such as 10.1.0.0/16, at least /8 (IPv6: /7), separated by commas (got "10.0.0.0")',
  ],
  [
    { WEBHOOK_NETWORKS: '0.0.0.0/0' },
    'WEBHOOK_NETWORKS: networks such as 10.1.0.0/16, at least /8 (IPv6: /7), separated by commas (got "0.0.0.0/0")',
  ],
  [
    { READINGS_NETWORKS: '::/0' },
    'READINGS_NETWORKS: networks such as 10.1.0.0/16, at least /8 (IPv6: /7), separated by commas (got "::/0")',
  ],
  [
    { READINGS: 'github' },
    'READINGS: off, or some of host, git, and paths of folders, separated by commas (got "github")',
  ],
  [
    { SECURITY_CONTACT: 'security@a.example' },
    'SECURITY_CONTACT: a URL that starts with mailto: or https:// (got "security@a.example")',
  ],
  [{ TRUST_PROXY: 'all' }, 'TRUST_PROXY: on, off or a number of proxies up to 10 (got "all")'],
  [{ DEMO: 'maybe' }, 'DEMO: on or off (got "maybe")'],
  [{ PROXY_KLING_URL: 'kling' }, 'PROXY_KLING_URL: a URL that starts with http:// or https://'],
]

/** Values whose letter case or form is another one. */
const accepted: Environment[] = [
  { LOG_LEVEL: 'WARN' },
  { ROLES: 'API,Jobs' },
  { ...s3, BLOBS: 'S3' },
  { SECURITY_CONTACT: 'mailto:security@a.example' },
  { ...smtp, MAIL_FROM: 'The registry <registry@a.example>' },
  { AUTHORIZED_DOMAINS: 'a.example, [::1]' },
  { DATABASE_URL: 'postgres://nodeyard:p%2Fw%231@host/nodeyard' },
  // Two processes in containers of their own.
  { ROLES: 'site', SITE_PORT: '8080' },
  { ROLES: 'jobs', METRICS_PORT: '8080' },
]

describe('wrong settings', () => {
  for (const [env, problem] of refused)
    it(`refuses ${Object.entries(env)
      .map((pair) => pair.join('='))
      .join(' ')}`, () => {
      assert.throws(() => readConfig(env), { message: `Invalid configuration. ${problem}` })
    })

  for (const env of accepted)
    it(`accepts ${Object.entries(env)
      .map((pair) => pair.join('='))
      .join(' ')}`, () => {
      assert.doesNotThrow(() => readConfig(env))
    })

  it('names variables that are almost settings, and no others', () => {
    const others = {
      PATH: '/bin',
      HOME: '/',
      DATABASE: 'embedded',
      PROXY_KLING_KEY: 'a:b',
      GITHUB_TOKEN: 't',
      API_KEY: 'k',
      PGHOST: 'db',
      http_proxy: 'p',
    }
    assert.deepEqual(
      misspelledSettings({
        ...others,
        DATABSE_URL: 'postgres://host/name',
        PROXY_KLINK_KEY: 'a',
        SITE_URLS: '',
      }),
      [
        'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
        'PROXY_KLINK_KEY is not a setting. Did you mean PROXY_KLING_KEY?',
        'SITE_URLS is not a setting. Did you mean SITE_URL?',
      ],
    )
  })
})

describe('a start that cannot succeed', () => {
  let folder: string
  let postgres: RunningPostgres
  let other: Server
  let takenPort: number

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nodeyard-wrong-settings-'))
    const started = await startPostgres()
    if ('unavailable' in started) throw new Error(started.unavailable)
    postgres = started
    other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    takenPort = (other.address() as AddressInfo).port
  })
  after(async () => {
    other?.close()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const databaseAt = (pathname: string) => Object.assign(new URL(postgres.url), { pathname }).href
  async function newDatabase(name: string, form = "encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'") {
    await onServer(postgres.url, `create database ${name} template template0 ${form}`)
    return databaseAt(`/${name}`)
  }

  const usual = () => ({
    DATA_DIR: join(folder, 'data'),
    ROLES: 'api',
    API_PORT: '0',
    LOG_LEVEL: 'silent',
    PATH: process.env['PATH'],
  })

  async function run(program: string[], env: Environment): Promise<{ code: number; output: string }> {
    const child = spawn(
      process.execPath,
      program.map((part, index) => (index === 0 ? join(import.meta.dirname, part) : part)),
      {
        env: { ...testEnvironment(), ...usual(), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const [said, complained, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { code, output: said + complained }
  }

  /** Starts the program and the doctor; both have to give the same one line. */
  async function assertRefusal(env: Environment, expected: RegExp) {
    const start = await run(['main.ts'], env)
    assert.equal(start.code, 1, start.output)
    assert.match(start.output, expected)
    assert.equal(start.output.trim().split('\n').length, 1, start.output)
    const doctor = await examine(env)
    assert.equal(doctor.code, 1, doctor.output)
    assert.ok(doctor.output.includes(start.output.trim()), doctor.output)
  }

  async function examine(env: Environment): Promise<{ code: number; output: string }> {
    const lines: string[] = []
    const code = await diagnose({ ...usual(), ...env }, (line) => lines.push(line))
    return { code, output: lines.join('\n') }
  }

  it('names an address that this machine does not have', () =>
    assertRefusal(
      { HOST: '203.0.113.7' },
      /^API_PORT=0 on HOST=203\.0\.113\.7: this machine does not have this address$/m,
    ))
  it('names a data folder that is a file', async () => {
    await writeFile(join(folder, 'file'), '')
    await assertRefusal({ DATA_DIR: join(folder, 'file') }, /^DATA_DIR=\S+: it is not a folder$/m)
  })
  it('names a data folder without a right to write', {
    skip: process.getuid?.() === 0 && 'root can write anywhere',
  }, async () => {
    const locked = await mkdtemp(join(folder, 'locked-'))
    await chmod(locked, 0o500)
    await assertRefusal({ DATA_DIR: locked }, /^DATA_DIR=\S+: this user has no right to use it$/m)
  })
  it('names a closed port of the database', () =>
    assertRefusal(
      { DATABASE_URL: 'postgres://nodeyard:hidden@127.0.0.1:9/nodeyard' },
      /^DATABASE_URL with 127\.0\.0\.1:9\/nodeyard: nothing accepts connections there$/m,
    ))
  it('names a database server that is a web server', () =>
    assertRefusal(
      { DATABASE_URL: `postgres://nodeyard:hidden@127.0.0.1:${takenPort}/nodeyard` },
      /^DATABASE_URL: 127\.0\.0\.1:\d+ does not respond as a PostgreSQL server$/m,
    ))
  it('names a missing database', () =>
    assertRefusal(
      { DATABASE_URL: databaseAt('/nosuchdb') },
      /^DATABASE_URL with \S+: database "nosuchdb" does not exist$/m,
    ))
  it('refuses another encoding', async () => {
    const DATABASE_URL = await newDatabase('bytes', "encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'")
    await assertRefusal(
      { DATABASE_URL },
      /^DATABASE_URL: the encoding of the database must be UTF8, but it is SQL_ASCII/m,
    )
  })
  it('refuses the database of another program', async () => {
    const DATABASE_URL = await newDatabase('foreign_tables')
    await onServer(DATABASE_URL, 'create table users (id int)')
    await assertRefusal(
      { DATABASE_URL },
      /^DATABASE_URL: the database has tables of another program \(users\)/m,
    )
  })
  it('refuses a database that takes no writes', async () => {
    const DATABASE_URL = await newDatabase('standby')
    await onServer(postgres.url, 'alter database standby set default_transaction_read_only = on')
    await assertRefusal({ DATABASE_URL }, /^DATABASE_URL: the database is read-only/m)
  })
  it('refuses a user that cannot create tables', async () => {
    const DATABASE_URL = await newDatabase('strict')
    await onServer(postgres.url, 'create role reader login')
    const url = Object.assign(new URL(DATABASE_URL), { username: 'reader' }).href
    const { code, output } = await run(['main.ts'], { DATABASE_URL: url })
    assert.equal(code, 1)
    assert.match(output, /^DATABASE_URL: this user cannot create tables/)
  })
  it('names an object store that does not respond', () =>
    assertRefusal(
      { ...s3, S3_ENDPOINT: 'http://me:pw@127.0.0.1:9', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' },
      /S3_ENDPOINT=http:\/\/127\.0\.0\.1:9: nothing accepts connections there$/m,
    ))
  it('names all missing files and folders at once', async () => {
    const env = { READINGS: '/nonexistent', SIGSTORE_TRUSTED_ROOT: '/nonexistent.json' }
    const both =
      /READINGS=\/nonexistent: it does not exist.+SIGSTORE_TRUSTED_ROOT=\/nonexistent\.json: it does not exist/s
    assert.match((await run(['main.ts'], env)).output, both)
    assert.match((await examine(env)).output, both)
  })
  it('names a port that another program uses', async () => {
    const { code, output } = await run(['main.ts'], { API_PORT: String(takenPort) })
    assert.equal(code, 1)
    assert.match(output, /^API_PORT=\d+ on HOST=127\.0\.0\.1: another program uses this port$/m)
    const metrics = await run(['main.ts'], { METRICS_PORT: String(takenPort) })
    assert.match(metrics.output, /^METRICS_PORT=\d+ on HOST=127\.0\.0\.1: another program uses this port$/m)
  })
})

describe('the doctor', () => {
  it('names everything that works, and changes nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-doctor-'))
    const child = spawn(process.execPath, [join(import.meta.dirname, 'command.ts'), 'doctor'], {
      env: {
        ...testEnvironment(),
        ...production,
        DATA_DIR: folder,
        SITE_PORT: '0',
        API_PORT: '0',
        DATABSE_URL: 'x',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    assert.deepEqual(await readdir(folder), ['blobs'])
    await rm(folder, { recursive: true })
    assert.equal(code, 0, output)
    const names = output
      .trim()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 2).join(' '))
    assert.deepEqual(names, [
      'ok settings',
      'note settings',
      'note settings',
      'ok database',
      'ok archives',
      'ok readings',
      'ok attestations',
      'ok mail',
      'ok ports',
    ])
    assert.match(output, /DATABSE_URL is not a setting\. Did you mean DATABASE_URL\?/)
  })
})

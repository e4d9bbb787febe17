import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../../config.ts'
import { pagePolicy } from '../../ground/http/headers.ts'
import { isAuthorizedAddress } from './authorized-domains.ts'
import { toPublicConfig } from './public-config.ts'

describe('the identity configuration', () => {
  it('disables mail, messages and stand-in providers in production by default', () => {
    const config = toPublicConfig(
      readConfig({
        NODE_ENV: 'production',
        IDENTITY_KEY: Buffer.alloc(32).toString('base64'),
        DATABASE: 'embedded',
      }),
    )
    assert.deepEqual(config.methods, ['password'])
    assert.deepEqual(
      [config.sendsMail, config.outboxPath, config.secondFactors],
      [false, undefined, ['totp']],
    )
  })

  it('accepts only a path on the site for token sync', () => {
    assert.equal(toPublicConfig(readConfig({ TOKEN_SYNC_PATH: '/session' })).tokenSyncPath, '/session')
    assert.equal(toPublicConfig(readConfig({})).tokenSyncPath, undefined)
    for (const elsewhere of ['//evil.test/', '/\\\\evil.test', 'https://evil.test/', 'session', '/a b'])
      assert.throws(() => readConfig({ TOKEN_SYNC_PATH: elsewhere }), /TOKEN_SYNC_PATH/, elsewhere)
  })

  it('refuses incomplete settings', () => {
    assert.throws(() => readConfig({ IDENTITY: 'hosted' }), /HOSTED_PROJECT_ID.*HOSTED_API_KEY/)
    assert.throws(() => readConfig({ GITHUB_CLIENT_ID: 'x' }), /GITHUB_CLIENT_SECRET/)
    assert.throws(() => readConfig({ IDENTITY_KEY: 'short' }), /IDENTITY_KEY: 32 bytes/)
    assert.throws(() => readConfig({ SMTP_URL: 'smtp://mail.test' }), /MAIL_FROM/)
    assert.throws(() => readConfig({ PASSWORD_REQUIRES: 'upper,emoji' }), /PASSWORD_REQUIRES/)
    const { identity } = readConfig({ IDENTITY: 'hosted', HOSTED_PROJECT_ID: 'demo', HOSTED_API_KEY: 'key' })
    assert.deepEqual(identity, {
      kind: 'hosted',
      projectId: 'demo',
      apiKey: 'key',
      authDomain: 'demo.firebaseapp.com',
      jwksUrl: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
      issuer: 'https://securetoken.google.com/demo',
    })
  })

  it('allows external resources in pages only for a hosted project', () => {
    assert.ok(!pagePolicy([], readConfig({})).includes('googleapis'))
    const hosted = { IDENTITY: 'hosted', HOSTED_PROJECT_ID: 'demo', HOSTED_API_KEY: 'key' }
    const policy = pagePolicy(['abc'], readConfig(hosted))
    assert.match(policy, /script-src 'self' 'sha256-abc' https:\/\/apis\.google\.com/)
    assert.match(policy, /frame-src [^;]*https:\/\/demo\.firebaseapp\.com/)
    assert.match(policy, /connect-src [^;]*https:\/\/identitytoolkit\.googleapis\.com/)
  })

  it('authorizes only the site and the configured domains', () => {
    const config = readConfig({
      SITE_URL: 'https://nodes.example.test',
      AUTHORIZED_DOMAINS: 'Beta.example.test',
    })
    const cases: Record<string, boolean> = {
      'https://nodes.example.test/auth/login': true,
      'http://beta.example.test:3000': true,
      'https://example.test': false,
      'https://nodes.example.test.evil.test': false,
      'https://evil.test/nodes.example.test': false,
      'ftp://nodes.example.test': false,
      null: false,
    }
    for (const [address, isAuthorized] of Object.entries(cases))
      assert.equal(isAuthorizedAddress(config, address), isAuthorized, address)
  })
})

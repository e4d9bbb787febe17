import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { serviceVerifier } from './service-token.ts'

const provider = { issuer: 'https://issuer.example.test', audience: 'registry', email: 'ci@example.test' }
const now = () => new Date('2026-01-01T12:00:00Z')
let isDown = false
let keysUrl: string
let server: Server
let token: string

before(async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }]
  server = createServer((_request, response) => {
    if (isDown) response.writeHead(500).end()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  keysUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  token = await new SignJWT({ email: provider.email, email_verified: true })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer(provider.issuer)
    .setAudience(provider.audience)
    .setExpirationTime(now().getTime() / 1000 + 60)
    .sign(privateKey)
})
after(() => server.close())

describe('a service token of another provider', () => {
  it('is neither accepted nor called wrong while the keys cannot be fetched', async () => {
    const verify = serviceVerifier({ serviceTokenKey: new Uint8Array(32), now }, { ...provider, keysUrl })
    isDown = true
    await assert.rejects(verify(token), { code: 'unavailable' })
    isDown = false
    assert.equal(await verify(token), provider.email)
    assert.equal(await verify(`${token.slice(0, -8)}AAAAAAAA`), undefined)
    assert.equal(await verify('not a token'), undefined)
  })
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { useWorld } from '../../../../test/world.ts'
import { sealWith } from '../../../ground/seal.ts'
import { signerOf } from './sessions.ts'
import { embeddedIdentity } from './signing.ts'

const key = randomBytes(32)
const holder = useWorld({}, { IDENTITY_KEY: key.toString('base64') })

const statusOf = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await holder.world.fetch('http://registry.test/users', { headers })).status
}
const published = async () =>
  (await holder.world.inject({ url: '/emulator/auth/jwks.json' })).json() as JSONWebKeySet

describe('signing keys', () => {
  it('keep the previous key published and its tokens valid after a rotation', async () => {
    const { world } = holder
    const user = await world.given.user()
    const [first] = (await published()).keys
    const old = await world.tokenOf(user)
    await signerOf(world.deps).rotate()
    const both = await published()
    assert.equal(both.keys.length, 2)
    assert.equal(both.keys[1]?.kid, first?.kid)
    const young = await world.tokenOf(user)
    for (const token of [old, young]) {
      assert.equal(await statusOf(token), 200)
      await jwtVerify(token, createLocalJWKSet(both), { currentDate: world.now() })
    }
    await signerOf(world.deps).rotate()
    assert.equal((await published()).keys.length, 2)
    assert.equal(await statusOf(young), 200)
    assert.equal(await statusOf(old), 401)
    assert.ok((await published()).keys.every((one) => !('d' in one)))
  })

  it('are reloaded by other processes after a rotation', async () => {
    const { world } = holder
    const other = await embeddedIdentity(world.deps)
    await signerOf(world.deps).rotate()
    world.advance(6000)
    const user = await world.given.user()
    assert.ok(await other.verify(await world.tokenOf(user)))
  })

  it('are stored encrypted, and only their key decrypts them', async () => {
    const { db, changes, now, newId } = holder.world.deps
    const rows = await db.selectFrom('identity_keys').select('private_jwk').execute()
    assert.ok(rows.every(({ private_jwk }) => private_jwk.startsWith('sealed.')))
    const open = (...keys: Buffer[]) => embeddedIdentity({ db, changes, now, newId, seal: sealWith(keys) })
    await assert.rejects(open(randomBytes(32)), /IDENTITY_KEY/)
    await assert.rejects(open(), /IDENTITY_KEY/)
    await open(randomBytes(32), key)
  })

  it('are reloaded once they can be decrypted, after a rotation that failed to load', async () => {
    const { deps } = holder.world
    let seal = sealWith([key])
    const other = await embeddedIdentity({
      ...deps,
      seal: { ...seal, open: (text: string) => seal.open(text) },
    })
    const stranger = randomBytes(32)
    const rotating = await embeddedIdentity({ ...deps, seal: sealWith([stranger, key]) })
    await rotating.signer.rotate()
    const claims = {
      subject: 'nobody',
      email: '',
      emailVerified: false,
      name: '',
      authTime: deps.now(),
      provider: 'password',
    }
    for (let tries = 0; tries < 2; tries++) await assert.rejects(other.signer.sign(claims), /IDENTITY_KEY/)
    seal = sealWith([stranger])
    assert.ok(await rotating.verify(await other.signer.sign(claims)))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limits } from '../limits.ts'
import { openSigned, type TrustedBy, type VerificationError } from './open-signed.ts'
import { killListBy, signer } from './signed.test-support.ts'
import type { Signed, SignedContent } from './signed.ts'

const [old, fresh, evil] = [signer('old'), signer('fresh'), signer('evil')] as const
const kind = {
  type: 'nodeyard-kill-list+jws',
  isWhole: () => true,
  numberOf: ({ serial }: SignedContent & { serial: number }) => serial,
}
const now = new Date('2026-06-01T00:00:00Z')
const dayMs = 86_400_000
const inDays = (days: number) => new Date(now.getTime() + days * dayMs)

const outcome = (signed: Signed, trust: TrustedBy & { lastNumber?: number }) =>
  openSigned(kind, signed, { lastNumber: 0, now, ...trust }).then(
    ({ keys }) => keys?.map(({ kid }) => kid).join(),
    (error: VerificationError) => error.fault,
  )

describe('keys of signed documents', () => {
  const trusted = { keys: [old.jwk] }

  it('are replaced by those that a trusted key has named', async () => {
    assert.equal(await outcome(killListBy([old]), trusted), 'old')
    assert.equal(await outcome(killListBy([old, fresh]), trusted), 'old,fresh')
    assert.equal(await outcome(killListBy([fresh]), { keys: [old.jwk, fresh.jwk] }), 'fresh')
  })

  it('are not those that only sign, too', async () => {
    const genuine = killListBy([old])
    const cosigned = {
      ...genuine,
      signatures: [evil.signatureOf(genuine.payload, kind.type), ...genuine.signatures],
    }
    assert.equal(await outcome(cosigned, trusted), 'old')
    assert.equal(await outcome(killListBy([evil]), trusted), 'bad_signature')
    assert.equal(await outcome(killListBy([evil], { keys: [old.jwk, evil.jwk] }), trusted), 'bad_signature')
    assert.equal(await outcome(killListBy([{ ...evil, kid: 'old', jwk: old.jwk }]), trusted), 'bad_signature')
  })

  it('stay as they are if a document names none', async () => {
    assert.equal(await outcome(killListBy([old], { keys: undefined }), trusted), undefined)
  })

  it('are refused if none of them has signed, or one cannot be used', async () => {
    const named = (keys: unknown) => outcome(killListBy([old], { keys }), trusted)
    assert.equal(await named([fresh.jwk]), 'bad_signature')
    for (const keys of [
      [],
      'old',
      null,
      [old.jwk, null],
      [old.jwk, { ...old.jwk, x: 'AA' }],
      [old.jwk, { ...old.jwk, kty: 'EC' }],
      Array.from({ length: limits.signingKeys + 1 }, () => old.jwk),
    ])
      assert.equal(await named(keys), 'malformed', JSON.stringify(keys))
  })

  it('do not crash the program if they were stored broken', async () => {
    const broken = { ...old.jwk, x: 'AA' }
    assert.equal(await outcome(killListBy([old]), { keys: [broken] }), 'bad_signature')
  })
})

describe('numbers of signed documents', () => {
  const trusted = { keys: [old.jwk] }
  const numbered = (serial: number, lastNumber = 0) =>
    outcome(killListBy([old], { serial }), { ...trusted, lastNumber })

  it('grow, but not so far that genuine documents are kept out', async () => {
    const most = inDays(limits.signedNumberDays).getTime()
    assert.equal(await numbered(6, 7), 'rolled_back')
    assert.equal(await numbered(7, 7), 'old')
    assert.equal(await numbered(most, 7), 'old')
    assert.equal(await numbered(most + 1, 7), 'number_too_high')
    assert.equal(await numbered(Number.MAX_SAFE_INTEGER), 'number_too_high')
    assert.equal(await numbered(most + 2, most + 1), 'old')
    assert.equal(await numbered(1.5), 'malformed')
  })
})

describe('the age of signed documents', () => {
  const list = killListBy([old], { expires: now.toISOString() })
  const at = (days: number, isStored: boolean) =>
    outcome(list, { keys: [old.jwk], now: inDays(days), isStored })

  it('is limited, with a grace period for a stored copy', async () => {
    assert.equal(await at(-1, false), 'old')
    assert.equal(await at(0, false), 'expired')
    assert.equal(await at(limits.signedGraceDays - 1, true), 'old')
    assert.equal(await at(limits.signedGraceDays, true), 'expired')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashPassword, matchesPassword, type PasswordCost, passwordCost } from './password.ts'

const cheap: PasswordCost = { logN: 4, r: 8, p: 1 }

describe('a stored password', () => {
  it('costs an attacker what OWASP recommends', async () => {
    const stored = await hashPassword('correct horse 7', passwordCost)
    assert.match(stored, /^scrypt\$15\$8\$3\$[\w+/]{22}==\$[\w+/]{43}=$/)
    assert.equal(await matchesPassword('correct horse 7', stored, passwordCost), true)
    assert.equal(await matchesPassword('correct horse 8', stored, passwordCost), false)
  })

  it('has a salt of its own', async () => {
    assert.notEqual(
      await hashPassword('correct horse 7', cheap),
      await hashPassword('correct horse 7', cheap),
    )
  })

  it('is accepted after the cost changed', async () => {
    const stored = await hashPassword('correct horse 7', cheap)
    assert.equal(await matchesPassword('correct horse 7', stored, passwordCost), true)
  })

  it('never matches if there is none', async () => {
    for (const none of [null, undefined])
      assert.equal(await matchesPassword('correct horse 7', none, cheap), false)
  })
})

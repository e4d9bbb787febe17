import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOwnBalance } from '@nodeyard/contract/people'
import { useWorld } from '../../test/world.ts'
import { runCommand } from '../commands.ts'

const registry = useWorld()

async function grant(...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const code = await runCommand(registry.world.deps, ['grant-credit', ...args], (line) => lines.push(line))
  return { code, output: lines.join('\n') }
}

describe('granting credit', () => {
  it('adds credit once per transaction', async () => {
    const { world } = registry
    const user = await world.given.user()
    const transaction = world.deps.newId()
    const args = [user.email, '5000000', '--reason', 'A gift', '--transaction', transaction]
    assert.match((await grant(...args)).output, /now has 5000000 micros/)
    assert.match((await grant(...args)).output, /already counted.* has 5000000 micros/)
    assert.equal((await world.as(user).call(getOwnBalance)).amount_micros, 5_000_000)
    const credits = (await world.events(user.id)).filter(({ action }) => action === 'customer.credit')
    assert.deepEqual(
      credits.map(({ actor_kind, after }) => [actor_kind, (after as { reason: string }).reason]),
      [['operator', 'A gift']],
    )
  })

  it('refuses invalid or missing arguments', async () => {
    const { email } = await registry.world.given.user()
    for (const micros of ['0', '-5', '1.5', 'much', '1e30']) {
      await assert.rejects(grant(email, '--reason', 'x', '--', micros), { code: 'invalid_request' })
    }
    await assert.rejects(grant(email, '5', '--reason', 'x'.repeat(1001)), { code: 'invalid_request' })
    await assert.rejects(grant(email, '5', '--reason', 'x', '--transaction', '7'), {
      code: 'invalid_request',
    })
    assert.equal((await grant(email, '5')).code, 2)
  })
})

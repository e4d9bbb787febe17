import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Problem } from '@nodeyard/contract/ground'
import { announce } from '../../../test/command-line-client.ts'
import { useWorld } from '../../../test/world.ts'

const holder = useWorld()

describe('a misspelled publisher id', () => {
  const right = 'There is no publisher “ACME”. Did you mean “acme”?'

  it('is corrected in errors of publishing', async () => {
    const { world } = holder
    const apiUrl = await world.listen()
    const { id } = await world.given.publisher({ id: 'acme' })
    const { secret: token } = await world.given.token({ publisher_id: id })
    const { id: existing } = await world.given.node({ publisher_id: id })
    for (const publisherId of ['ACME', 'Acme', '@acme', '@ACME', 'acme%20'])
      for (const nodeId of [existing, 'acme-new']) {
        const answer = await announce({ apiUrl, publisherId, nodeId, token })
        const problem = (await answer.json()) as Problem
        assert.ok(answer.status === 400 || answer.status === 403)
        assert.match(problem.details?.[0] ?? '', /Did you mean “acme”\?$/, publisherId)
        assert.match(problem.message, /^(Permission denied|Failed to validate token)$|another publisher/)
      }
    const unknown = await announce({ apiUrl, publisherId: 'ACME-2', nodeId: 'acme-new', token })
    assert.deepEqual(((await unknown.json()) as Problem).details, ['There is no publisher “ACME-2”.'])
  })

  it('is corrected in errors of other routes', async () => {
    const { world } = holder
    const owner = await world.given.user()
    await world.given.publisher({ id: 'acme', owner }).catch(() => undefined)
    const authorization = `Bearer ${await world.tokenOf(owner)}`
    const detailsOf = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await world.fetch(`http://registry.test${path}`, { headers, ...init })
      return ((await answer.json()) as Problem).details?.[0]
    }
    assert.equal(await detailsOf('/publishers/ACME'), right)
    assert.equal(await detailsOf('/publishers/ACME/tokens'), right)
    assert.equal(await detailsOf('/publishers/ACME/permissions'), right)
    assert.equal(await detailsOf('/publishers/ACME/nodes', { method: 'POST', body: '{"id":"x"}' }), right)
    assert.equal(await detailsOf('/publishers/nobody'), undefined)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { typesHead } from '@nodeyard/contract/discovery'
import { defined, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { listKillListKeys } from '@nodeyard/contract/safety'
import { type StoredCatalogue, syncCatalogue } from '../../../../../client/src/catalogue.ts'
import { issueCatalogue, packCatalogue, readCatalogue } from '../../../../test/catalogue.ts'
import { useWorld } from '../../../../test/world.ts'
import { packCatalogueTypes } from '../jobs.ts'

const holder = useWorld()
const pack = () => packCatalogueTypes.run(holder.world.deps, {}, new AbortController().signal)

const masked = {
  name: 'Mask "blur"',
  input_types: JSON.stringify({
    required: { image: ['IMAGE', {}], radius: ['INT', { default: 3 }], mode: [['fast', 'slow']] },
    optional: { mask: ['MASK'] },
    hidden: { id: 'UNIQUE_ID' },
  }),
  return_types: JSON.stringify(['MASK', 'FLOAT']),
}

async function sync(stored?: StoredCatalogue) {
  const { world } = holder
  const { keys } = await world.anonymous.call(listKillListKeys)
  const options = { keys, fetch: world.fetch, now: world.now(), withTypes: true }
  return syncCatalogue('http://registry.test', { ...options, ...defined({ stored }) })
}

describe('the file of types', () => {
  it('has the sockets of versions and readings, and stays until types change', async () => {
    const { world } = holder
    const node = await world.given.node({ id: 'read-types', publisher_id: unclaimedPublisherId })
    await packCatalogue(world)
    assert.equal((await readCatalogue(world)).types, undefined)
    assert.equal((await sync()).types, undefined)
    await world.given.reading({ node_id: node.id }, [masked])
    await pack()
    const stored = await sync()
    const line = {
      comfy_nodes: [{ inputs: ['IMAGE', 'MASK?'], name: masked.name, outputs: ['MASK', 'FLOAT'] }],
    }
    const [head, first, ...rest] = stored.types?.trimEnd().split('\n') ?? []
    assert.deepEqual([head, rest], [typesHead, []])
    assert.deepEqual(JSON.parse(first ?? ''), { ...line, id: 'read-types' })
    const { sequence } = await readCatalogue(world)
    await pack()
    assert.equal((await readCatalogue(world)).sequence, sequence, 'nothing has changed')
    await world.given.node()
    const next = await issueCatalogue(world)
    assert.equal(next.types?.digest, (await readCatalogue(world)).types?.digest)
    assert.equal((await sync(stored)).types, stored.types)
  })

  it('is left out of the next pointer when it is lost', async () => {
    const { world } = holder
    const { types } = await readCatalogue(world)
    assert.ok(types)
    for (const encoding of ['br', 'zstd'])
      await world.deps.blobs.delete(`catalogue/${types.digest.slice(0, 2)}/${types.digest}.${encoding}`)
    await world.given.node()
    assert.equal((await issueCatalogue(world)).types, undefined)
    await pack()
    assert.equal((await readCatalogue(world)).types?.digest, types.digest)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getCatalogue, getDataset, getPythonIndex } from '@nodeyard/contract/discovery'
import type { PublicKey, SignedContent, TrustedBy } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { getKillList, listKillListKeys } from '@nodeyard/contract/safety'
import { verifyCatalogue } from '../../client/src/catalogue.ts'
import { verifyDataset } from '../../client/src/dataset.ts'
import { verifyKillList } from '../../client/src/kill-list.ts'
import { verifyPythonIndex } from '../../client/src/python-index.ts'
import { packCatalogue } from '../test/catalogue.ts'
import { useWorld } from '../test/world.ts'
import { publishDataset } from './discovery/dataset/make.ts'
import { publishSlice, reissueSlice } from './discovery/python-index/publish.ts'
import { addSigningKey, retireSigningKey } from './safety/advisories/kill-list.ts'

const holder = useWorld()
const operator = { kind: 'operator', id: 'operator' } as const

/** Each signed publication of the registry, as its clients read it. */
const publications: Record<string, (trust: TrustedBy) => Promise<SignedContent>> = {
  'kill list': async (trust) =>
    verifyKillList(await holder.world.anonymous.call(getKillList), { ...trust, lastSerial: 0 }),
  catalogue: async (trust) =>
    verifyCatalogue(await holder.world.anonymous.call(getCatalogue), { ...trust, lastSequence: 0 }),
  dataset: async (trust) =>
    verifyDataset(await holder.world.anonymous.call(getDataset), { ...trust, lastSequence: 0 }),
  'python index': async (trust) =>
    verifyPythonIndex(await holder.world.anonymous.call(getPythonIndex), { ...trust, lastSequence: 0 }),
}

async function publishAll(): Promise<void> {
  const { deps } = holder.world
  await packCatalogue(holder.world)
  await publishDataset(deps)
  if (!(await reissueSlice(deps))) await publishSlice(deps, { packages: [], readAt: deps.now() })
}

const kidsOf = (keys: readonly PublicKey[]) => keys.map(({ kid }) => kid).sort()

describe('signing keys', () => {
  it('are followed by the readers of all publications, from the old key over both to the new one', async () => {
    const { world } = holder
    await publishAll()
    const { keys: first } = await world.anonymous.call(listKillListKeys)
    const trusted = new Map(Object.keys(publications).map((name) => [name, first]))
    const readAll = async (expected: string[]) => {
      for (const [name, read] of Object.entries(publications)) {
        const { keys = [] } = await read({ keys: trusted.get(name) ?? [], now: world.now() })
        assert.deepEqual(kidsOf(keys), expected, name)
        trusted.set(name, keys)
      }
    }
    const [oldKid = ''] = kidsOf(first)
    await readAll([oldKid])
    const newKid = (await addSigningKey(world.deps, operator)) ?? ''
    await publishAll()
    await readAll([oldKid, newKid].sort())
    assert.equal(await retireSigningKey(world.deps, operator, oldKid), true)
    await publishAll()
    await readAll([newKid])
    for (const read of Object.values(publications))
      await assert.rejects(read({ keys: first, now: world.now() }), { fault: 'bad_signature' })
  })

  it('are no more than clients read', async () => {
    const { world } = holder
    for (let count = 1; count < limits.signingKeys; count++)
      assert.ok(await addSigningKey(world.deps, operator))
    assert.equal(await addSigningKey(world.deps, operator), undefined)
  })
})

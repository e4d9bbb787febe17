import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allOf, anyOf, type Condition, ofOneComfyNode, wordCondition } from '../condition.ts'
import { type IndexedNode, NodeIndex, type NodeWords } from './node-index.ts'

const everything = { limit: 1_000_000, offset: 0 }
const noWords: NodeWords = { names: [], people: [], description: [], labels: [], comfyNodes: [] }

const node = (id: string, more: Partial<IndexedNode> = {}): IndexedNode => ({
  id,
  stamp: '',
  popularity: 1,
  downloads: 0,
  stars: 0,
  risen: null,
  createdMs: 0,
  changedMs: 0,
  committedMs: null,
  releasedMs: null,
  isArchived: false,
  isSuperseded: false,
  toolVersions: '',
  name: id,
  icon: '',
  publisherId: '',
  repository: '',
  os: [],
  accelerators: [],
  facets: [],
  comfyNodeNames: [],
  card: '{}',
  ...more,
})

const idsOf = (
  index: NodeIndex,
  condition: Condition | undefined,
  order: 'relevance' | 'downloads' = 'relevance',
) => index.list({ condition }, order, everything).map((slot) => index.at(slot)?.id)

const word = (text: string) => wordCondition(text, false)

describe('an index of nodes', () => {
  it('finds words, beginnings and columns, the most popular nodes first', () => {
    const index = new NodeIndex()
    index.put(node('a'), { ...noWords, names: ['blur'], description: ['image'] })
    index.put(node('b', { popularity: 3 }), { ...noWords, description: ['blurred'] })
    assert.deepEqual(idsOf(index, word('blur')), ['a'])
    assert.deepEqual(idsOf(index, wordCondition('blur', true)), ['b', 'a'])
    assert.deepEqual(idsOf(index, wordCondition('blur', true, ['names'])), ['a'])
    assert.deepEqual(idsOf(index, allOf([word('blur'), word('image')])), ['a'])
    assert.deepEqual(idsOf(index, anyOf([word('image'), word('blurred')])), ['b', 'a'])
    assert.deepEqual(idsOf(index, word('nothing')), [])
  })

  it('distinguishes words of one comfy-node from words of several', () => {
    const index = new NodeIndex()
    index.put(node('one'), { ...noWords, comfyNodes: [['load', 'image'], ['save']] })
    index.put(node('two'), { ...noWords, comfyNodes: [['load', 'mask'], ['image']] })
    const both = allOf([wordCondition('load', true, ['comfy']), wordCondition('image', false, ['comfy'])])
    assert.deepEqual(idsOf(index, both), ['one', 'two'])
    assert.deepEqual(idsOf(index, ofOneComfyNode(both)), ['one'])
  })

  it('finds nodes that were added after merging an empty index', () => {
    const index = new NodeIndex()
    index.mergeWords()
    index.put(node('a'), { ...noWords, names: ['blur'] })
    assert.deepEqual(idsOf(index, word('blur')), ['a'])
  })

  it('drops the words of changed and removed nodes before and after a merge', () => {
    const index = new NodeIndex()
    for (let number = 0; number < 2000; number++)
      index.put(node(`n${number}`), { ...noWords, names: ['before', `own${number}`], comfyNodes: [['unit']] })
    for (let number = 0; number < 2000; number += 2)
      index.put(node(`n${number}`), { ...noWords, names: ['after', `own${number}`] })
    for (let number = 1; number < 2000; number += 4) index.remove(`n${number}`)
    for (const merge of [() => {}, () => index.mergeWords()]) {
      merge()
      assert.equal(idsOf(index, word('before')).length, 500)
      assert.equal(idsOf(index, word('unit')).length, 500)
      assert.equal(idsOf(index, word('after')).length, 1000)
      assert.deepEqual(idsOf(index, word('own3')), ['n3'])
      assert.deepEqual(idsOf(index, word('own1')), [])
      assert.equal(index.matcher().count('own1', true), 833)
      assert.equal(index.size, 1500)
    }
  })

  it('updates its orders when counts change', () => {
    const index = new NodeIndex()
    index.put(node('a', { downloads: 2 }), noWords)
    index.put(node('b', { downloads: 1 }), noWords)
    assert.deepEqual(idsOf(index, undefined, 'downloads'), ['a', 'b'])
    index.setFigures({ id: 'b', downloads: 3, risen: 1 })
    assert.deepEqual(idsOf(index, undefined, 'downloads'), ['b', 'a'])
  })
})

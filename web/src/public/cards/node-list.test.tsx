import { expect, test } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import type { NodeCard } from './card.ts'
import { NodeList } from './node-list.tsx'

function card(given: Partial<NodeCard> = {}): NodeCard {
  const numbers = { downloads: 0, stars: 0 }
  const marks = { deprecated: false, banned: false, comfyNodesVerified: true }
  const texts = { id: 'blur', name: 'Blur', description: 'Blurs.', changedAt: '2026-03-04T05:06:07Z' }
  const look = { hasPicture: false, workflows: 0, sketches: [], hue: 'hue-other' }
  return { ...texts, matched: [], ...numbers, ...marks, ...look, ...given }
}

const shown = (given: Partial<NodeCard>) => show(<NodeList cards={[card(given)]} />)

test('a pack links to its publisher, and an unclaimed one says so', () => {
  expect(shown({ publisherId: 'acme' })).toContain('href="/publishers/acme"')
  expect(textIn(shown({ author: 'Ada' }))).toContain('Ada Unclaimed')
})

test('names the nodes that match, and else counts them', () => {
  expect(textIn(shown({ matched: ['BlurImage'] }))).toContain('Contains BlurImage')
  expect(textIn(shown({ comfyNodes: 12 }))).toContain('12 nodes')
  expect(textIn(shown({ comfyNodes: 12, comfyNodesVerified: false }))).toContain('about 12 nodes')
})

test('leaves out numbers that are zero', () => {
  const text = textIn(shown({ downloads: 0, stars: 1200 }))
  expect(text).not.toContain('Downloads')
  expect(text).toContain('1.2K')
})

test('says how new the pack is', () => {
  expect(textIn(shown({}))).toContain('Mar 4, 2026')
})

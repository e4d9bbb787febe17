import { describe, expect, it } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import type { NodeCard } from './card.ts'
import { NodeList } from './node-list.tsx'

function card(values: Partial<NodeCard> = {}): NodeCard {
  const numbers = { downloads: 0, stars: 0 }
  const marks = { deprecated: false, banned: false, comfyNodesVerified: true }
  const texts = { id: 'blur', name: 'Blur', description: 'Blurs.', changedAt: '2026-03-04T05:06:07Z' }
  const look = { hasPicture: false, workflows: 0, sketches: [], hue: 'hue-other' }
  return { ...texts, matched: [], ...numbers, ...marks, ...look, ...values }
}

const shown = (values: Partial<NodeCard>) => show(<NodeList cards={[card(values)]} />)

describe('NodeList', () => {
  it('links to the node and its publisher, or marks it as unclaimed', () => {
    expect(shown({ publisherId: 'acme' })).toContain('href="/publishers/acme"')
    expect(textIn(shown({ author: 'Ada' }))).toContain('Ada Unclaimed')
  })

  it('names matching comfy-nodes, or counts all of them', () => {
    expect(textIn(shown({ matched: ['BlurImage'] }))).toContain('Contains BlurImage')
    expect(textIn(shown({ comfyNodes: 12 }))).toContain('12 nodes')
    expect(textIn(shown({ comfyNodes: 12, comfyNodesVerified: false }))).toContain('about 12 nodes')
  })

  it('leaves out numbers that are zero', () => {
    const text = textIn(shown({ downloads: 0, stars: 1200 }))
    expect(text).not.toContain('Downloads')
    expect(text).toContain('1.2K')
  })

  it('shows how new the node is', () => {
    expect(textIn(shown({}))).toContain('Mar 4, 2026')
  })
})

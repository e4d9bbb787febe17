import { describe, expect, it } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import type { NodeCard } from './card.ts'
import { NodeList } from './node-list.tsx'
import { NodeRows } from './node-rows.tsx'

function card(values: Partial<NodeCard> = {}): NodeCard {
  const numbers = { downloads: 0, stars: 0 }
  const marks = { deprecated: false, banned: false, comfyNodesVerified: true }
  const texts = { id: 'blur', name: 'Blur', description: 'Blurs.', changedAt: '2026-03-04T05:06:07Z' }
  const look = { hasPicture: false, workflows: 0, sketches: [], hue: 'hue-other' }
  return { ...texts, matched: [], ...numbers, ...marks, ...look, ...values }
}

const shown = (values: Partial<NodeCard>) => show(<NodeList cards={[card(values)]} />)

describe('NodeRows', () => {
  const row = (values: Partial<NodeCard>) => show(<NodeRows cards={[card(values)]} />)

  it('shows three facts of a pack', () => {
    const text = textIn(row({ version: '1.2.3', comfyNodes: 12, downloads: 3400, stars: 7 }))
    expect(text).toContain('12 nodes')
    expect(text).toContain('3.4K')
    expect(text).toContain('Mar 4, 2026')
    expect(text).not.toContain('1.2.3')
    expect(text).not.toContain('7 stars')
  })

  it('draws the letters of a pack without a picture between its sockets', () => {
    const socket = (type: string) => ({ name: type.toLowerCase(), type })
    const sketch = { title: 'Blur', inputs: [socket('IMAGE')], outputs: [socket('MASK')], widgets: [] }
    const html = row({ name: 'Soft Blur', sketches: [sketch] })
    expect(textIn(html)).toContain('SB')
    expect(html).toContain('hue-image sketch-cable')
    expect(html).toContain('hue-mask sketch-cable')
  })

  it('shows the icon of a pack without a picture', () => {
    const icon = 'https://registry.example/pictures/nodes/blur?v=0123abcd'
    expect(row({ icon })).toContain('src="/pictures/nodes/blur?v=0123abcd"')
    expect(row({ icon: 'https://pictures.test/a.png' })).toContain('src="/pictures/nodes/blur"')
    expect(row({ icon, hasPicture: true })).toContain('src="/pictures/nodes/blur/card"')
  })

  it('draws the color of the category while its sockets are unknown', () => {
    expect(row({ hue: 'hue-latent' })).toContain('hue-latent sketch-cable')
  })
})

describe('NodeList', () => {
  it('links to the node and to a publisher, and marks only what is published here', () => {
    const published = shown({ publisherId: 'acme' })
    expect(published).toContain('href="/publishers/acme"')
    expect(textIn(published)).toContain('@acme Published here')
    const listed = textIn(shown({ author: 'Ada' }))
    expect(listed).toContain('Ada')
    expect(listed).not.toContain('Published here')
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

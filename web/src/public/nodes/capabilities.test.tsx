import type { Capability } from '@nodeyard/contract/packs'
import { describe, expect, it } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { Capabilities } from './capabilities.tsx'
import { CapabilitySummary } from './capability-summary.tsx'

const can = (kind: Capability['kind'], subject: string): Capability => ({
  kind,
  subject,
  evidence: [{ file: 'nodes.py', line: 7 }],
})

describe('capabilities', () => {
  it('list new ones separately and first', () => {
    const [old, fresh, gone] = [can('network', 'a.example'), can('process', 'ffmpeg'), can('download', '')]
    const html = show(
      <Capabilities
        capabilities={[old, fresh]}
        changes={{ since: '1.0.0', gained: [fresh], lost: [gone] }}
      />,
    )
    const order = ['New since 1.0.0', 'ffmpeg', 'Gone since 1.0.0', 'decided at', 'Unchanged', 'a.example']
    const places = order.map((text) => html.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(html.split('ffmpeg')).toHaveLength(2)
  })

  it('show when the code has none', () => {
    expect(show(<Capabilities capabilities={[]} changes={undefined} />)).toContain('No network')
  })

  it('appear in the install box by kind, with a few of many subjects', () => {
    const hosts = ['a.example', 'b.example', 'c.example']
    const capabilities = [
      { kind: 'network' as const, subjects: hosts, count: 9 },
      { kind: 'process' as const, subjects: [''], count: 1 },
    ]
    const html = show(<CapabilitySummary nodeId="blur" version="1.0.0" capabilities={capabilities} />)
    expect(textIn(html)).toContain('Contacts a.example , b.example , c.example +6')
    expect(textIn(html)).toContain('Starts (decided at run time)')
    expect(html).toContain('href="/nodes/blur/versions/1.0.0#capabilities"')
  })

  it('show in the install box when none were found', () => {
    const html = show(<CapabilitySummary nodeId="blur" version="1.0.0" capabilities={[]} />)
    expect(textIn(html)).toContain('No network')
    expect(html).not.toContain('href')
  })
})

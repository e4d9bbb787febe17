import type { Capability } from '@nodeyard/contract/versions'
import { expect, test } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { Capabilities } from './capabilities.tsx'
import { CapabilitySummary } from './capability-summary.tsx'

const can = (kind: Capability['kind'], subject: string): Capability => ({
  kind,
  subject,
  evidence: [{ file: 'nodes.py', line: 7 }],
})

test('what is new since the version before stands by itself, and first', () => {
  const [old, fresh, gone] = [can('network', 'a.example'), can('process', 'ffmpeg'), can('download', '')]
  const html = show(
    <Capabilities capabilities={[old, fresh]} changes={{ since: '1.0.0', gained: [fresh], lost: [gone] }} />,
  )
  const order = ['New since 1.0.0', 'ffmpeg', 'Gone since 1.0.0', 'decided at', 'Unchanged', 'a.example']
  const places = order.map((text) => html.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(html.split('ffmpeg')).toHaveLength(2)
})

test('a version whose code does nothing of note says so', () => {
  expect(show(<Capabilities capabilities={[]} changes={undefined} />)).toContain('No network')
})

test('beside the way to install stands what it can do, by kind, with a few of many', () => {
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

test('beside the way to install stands also that nothing was found', () => {
  const html = show(<CapabilitySummary nodeId="blur" version="1.0.0" capabilities={[]} />)
  expect(textIn(html)).toContain('No network')
  expect(html).not.toContain('href')
})

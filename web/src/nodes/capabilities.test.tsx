import type { Capability } from '@nodeyard/contract/versions'
import { expect, test } from 'vitest'
import { show } from '../test-site.tsx'
import { Capabilities } from './capabilities.tsx'

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
  const order = [
    'New since 1.0.0',
    'ffmpeg',
    'No longer, since 1.0.0',
    'decided while',
    'As before',
    'a.example',
  ]
  const places = order.map((text) => html.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(html.split('ffmpeg')).toHaveLength(2)
})

test('a version whose code does nothing of note says so', () => {
  expect(show(<Capabilities capabilities={[]} changes={undefined} />)).toContain('Nothing beyond')
})

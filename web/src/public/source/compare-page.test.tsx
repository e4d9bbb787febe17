import type { Capability } from '@nodeyard/contract/packs'
import { describe, expect, it } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { CapabilitySection } from './compare-page.tsx'

const can = (kind: Capability['kind'], subject: string): Capability => ({
  kind,
  subject,
  evidence: [{ file: 'nodes.py', line: 3 }],
})

const said = (before: Capability[], after: Capability[]) =>
  textIn(show(<CapabilitySection since="1.0.0" before={before} after={after} />))

describe('CapabilitySection', () => {
  it('lists gained and lost capabilities', () => {
    const text = said([can('process', 'ffmpeg')], [can('network', 'a.example')])
    expect(text).toContain('New since 1.0.0 Contacts a.example nodes.py:3')
    expect(text).toContain('Gone since 1.0.0 Starts ffmpeg')
  })

  it('shows when nothing has changed', () => {
    expect(said([can('network', 'a.example')], [can('network', 'a.example')])).toContain(
      'Unchanged since 1.0.0.',
    )
  })
})

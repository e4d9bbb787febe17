import { describe, expect, it } from 'vitest'
import { show } from '../../ground/site/site.test-support.tsx'
import { NodeFacts } from './facts.tsx'
import { nodeView } from './node-view.test-support.ts'

describe('facts about a node', () => {
  it('show an address that is not http or https without a link', () => {
    const html = show(<NodeFacts node={nodeView({ repository: 'javascript:alert(1)' })} />)
    expect(html).toContain('javascript:alert(1)')
    expect(html).not.toContain('href="javascript')
  })

  it('do not call unnamed systems supported', () => {
    expect(
      show(<NodeFacts node={nodeView({ supported_os: [], supported_accelerators: ['CUDA'] })} />),
    ).toContain('Not stated')
    const everywhere = show(<NodeFacts node={nodeView({ supported_os: ['OS Independent'] })} />)
    expect(everywhere).toContain('All (declared)')
  })

  it('show when the repository of an imported node changed, and no systems', () => {
    const dates = { created_at: '2025-01-02T00:00:00Z', updated_at: '2026-03-04T00:00:00Z' }
    const html = show(<NodeFacts node={nodeView({ isUnclaimed: true, ...dates })} />)
    expect(html).toContain('Jan 2, 2025')
    expect(html).not.toContain('Mar 4, 2026')
    expect(html).not.toContain('Operating systems')
  })
})

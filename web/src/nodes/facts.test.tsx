import { expect, test } from 'vitest'
import { show } from '../test-site.tsx'
import { NodeFacts } from './facts.tsx'
import { nodeView } from './node-view.fixture.ts'

test('an address that is not of the web is shown, but not linked to', () => {
  const html = show(<NodeFacts node={nodeView({ repository: 'javascript:alert(1)' })} />)
  expect(html).toContain('javascript:alert(1)')
  expect(html).not.toContain('href="javascript')
})

test('an empty list of systems means all of them', () => {
  expect(
    show(<NodeFacts node={nodeView({ supported_os: [], supported_accelerators: ['CUDA'] })} />),
  ).toContain('All')
})

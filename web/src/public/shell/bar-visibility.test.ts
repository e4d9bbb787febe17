import { expect, test } from 'vitest'
import { hasTopBar } from './bar-visibility.ts'

test('the bar is hidden on exactly the paths that the specification names', () => {
  const hidden = ['/auth/login', '/auth/signup', '/auth', '/api/nodes', '/_error', '/_app', '/_document']
  expect(hidden.filter(hasTopBar)).toEqual([])
  const shown = ['/', '/nodes', '/nodes/auth', '/publishers/api', '/docs/api']
  expect(shown.filter(hasTopBar)).toEqual(shown)
})

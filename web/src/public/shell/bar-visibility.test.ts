import { describe, expect, it } from 'vitest'
import { hasTopBar } from './bar-visibility.ts'

describe('hasTopBar', () => {
  it('hides the bar on exactly the specified paths', () => {
    const hidden = ['/auth/login', '/auth/signup', '/auth', '/api/nodes', '/_error', '/_app', '/_document']
    expect(hidden.filter(hasTopBar)).toEqual([])
    const shown = ['/', '/nodes', '/nodes/auth', '/publishers/api', '/docs/api']
    expect(shown.filter(hasTopBar)).toEqual(shown)
  })
})

// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Identity, IdentityProblem, SecondFactorNeeded } from '../../ground/identity/identity.ts'
import { serverSession } from '../../ground/session/session.ts'
import { testSite } from '../../ground/site/site.test-support.tsx'
import { SiteContext } from '../../ground/site/site.ts'
import { useAttempt } from './use-attempt.ts'

afterEach(cleanup)

function start(identity: () => Promise<Identity> = async () => ({}) as Identity) {
  const site = { ...testSite(), session: { ...serverSession, identity } }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SiteContext value={site}>{children}</SiteContext>
  )
  return renderHook(() => useAttempt(), { wrapper }).result
}

const refused = (code: string) => () => Promise.reject(new IdentityProblem(code, code))

describe('useAttempt', () => {
  it('is running until the action is done', async () => {
    const attempts = start()
    const action = Promise.withResolvers<void>()
    act(() => void attempts.current.attempt(() => action.promise))
    await waitFor(() => expect(attempts.current.isRunning).toBe(true))
    action.resolve()
    await waitFor(() => expect(attempts.current.isRunning).toBe(false))
  })

  it('does not show a quiet action as running', async () => {
    const attempts = start()
    const action = Promise.withResolvers<void>()
    act(() => void attempts.current.attempt(() => action.promise, { isQuiet: true }))
    expect(attempts.current.isRunning).toBe(false)
    await act(async () => action.resolve())
  })

  it('exposes the error until the next attempt', async () => {
    const attempts = start()
    await act(() => attempts.current.attempt(refused('wrong-password')))
    expect(attempts.current.problem).toMatchObject({ code: 'wrong-password' })
    await act(() => attempts.current.attempt(async () => {}))
    expect(attempts.current.problem).toBeUndefined()
  })

  it('ignores the error of a replaced attempt', async () => {
    const attempts = start()
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    act(() => void attempts.current.attempt(() => first.promise))
    act(() => void attempts.current.attempt(() => second.promise))
    await act(async () => first.reject(new Error('late')))
    expect(attempts.current.problem).toBeUndefined()
    expect(attempts.current.isRunning).toBe(true)
    await act(async () => second.resolve())
    expect(attempts.current.isRunning).toBe(false)
  })

  it('ignores a popup that a newer one replaced', async () => {
    const attempts = start()
    await act(() => attempts.current.attempt(refused('cancelled-popup-request')))
    expect(attempts.current.problem).toBeUndefined()
    expect(attempts.current.isRunning).toBe(false)
  })

  it('reports that a second factor is needed until it is cancelled', async () => {
    const attempts = start()
    const needed = new SecondFactorNeeded([], async () => ({ finish: async () => {} }))
    await act(() => attempts.current.attempt(() => Promise.reject(needed)))
    expect(attempts.current.needed).toBe(needed)
    expect(attempts.current.problem).toBeUndefined()
    act(() => attempts.current.cancel())
    expect(attempts.current.needed).toBeUndefined()
  })

  it('reports an identity service that does not load', async () => {
    const attempts = start(() => Promise.reject(new TypeError('fetch failed')))
    await act(() => attempts.current.attempt(async () => {}))
    expect(attempts.current.problem).toBeInstanceOf(TypeError)
  })
})

import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderWhole } from './render-whole.server.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const never = new Promise<never>(() => {})
const NeverReady = () => never

afterEach(() => vi.useRealTimers())

async function renderSomething(): Promise<WeakRef<Promise<string>>> {
  const { signal } = new AbortController()
  const rendering = renderWhole(<h1>A page</h1>, { nonce: 'once', signal })
  expect(await rendering).toBe('<h1>A page</h1>')
  return new WeakRef(rendering)
}

describe('renderWhole', () => {
  it('releases a finished page before its timeout', async () => {
    const rendering = await renderSomething()
    await setImmediate()
    collectGarbage()
    expect(rendering.deref()).toBe(undefined)
  })

  it('aborts when the request is aborted', async () => {
    const controller = new AbortController()
    const rendering = renderWhole(<NeverReady />, { nonce: 'once', signal: controller.signal })
    controller.abort()
    await expect(rendering).rejects.toBeDefined()
  })

  it('aborts after the timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { signal } = new AbortController()
    const rendering = renderWhole(<NeverReady />, { nonce: 'once', signal })
    const outcome = expect(rendering).rejects.toBeDefined()
    vi.advanceTimersByTime(15_000)
    await outcome
  })
})

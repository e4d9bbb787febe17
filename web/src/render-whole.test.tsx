import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { renderWhole } from './render-whole.server.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const never = new Promise<never>(() => {})
const Late = () => never

afterEach(() => vi.useRealTimers())

async function renderSomething(): Promise<WeakRef<Promise<string>>> {
  const { signal } = new AbortController()
  const rendering = renderWhole(<h1>A page</h1>, { nonce: 'once', signal })
  expect(await rendering).toBe('<h1>A page</h1>')
  return new WeakRef(rendering)
}

test('a page is let go of as soon as it is there, not when its time would have been over', async () => {
  const rendering = await renderSomething()
  await setImmediate()
  collectGarbage()
  expect(rendering.deref()).toBe(undefined)
})

test('a page that nobody waits for any more is not rendered to its end', async () => {
  const leaving = new AbortController()
  const rendering = renderWhole(<Late />, { nonce: 'once', signal: leaving.signal })
  leaving.abort()
  await expect(rendering).rejects.toBeDefined()
})

test('a page that takes too long is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { signal } = new AbortController()
  const rendering = renderWhole(<Late />, { nonce: 'once', signal })
  const given = expect(rendering).rejects.toBeDefined()
  vi.advanceTimersByTime(15_000)
  await given
})

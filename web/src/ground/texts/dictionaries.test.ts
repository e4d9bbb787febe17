import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from './dictionaries.ts'
import { createTexts } from './texts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('loading a language file', () => {
  it('retries five times, after 350 ms and then twice as long each time', async () => {
    const fetched = vi.fn(async () => new Response('', { status: 503 }))
    vi.stubGlobal('fetch', fetched)
    const loading = loadTexts(createTexts('en'), { common: '/common.json' }, ['common'])
    const failed = expect(loading).rejects.toThrow('503')
    await vi.advanceTimersByTimeAsync(0)
    for (const [retry, delay] of [350, 700, 1400, 2800, 5600].entries()) {
      await vi.advanceTimersByTimeAsync(delay - 1)
      expect(fetched).toHaveBeenCalledTimes(retry + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(fetched).toHaveBeenCalledTimes(retry + 2)
    }
    await failed
    await vi.runAllTimersAsync()
    expect(fetched).toHaveBeenCalledTimes(6)
  })
})

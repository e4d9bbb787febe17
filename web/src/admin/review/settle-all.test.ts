import { describe, expect, it } from 'vitest'
import { settleAll } from './settle-all.ts'

describe('settleAll', () => {
  it('runs five at a time and continues after a failure', async () => {
    let running = 0
    let most = 0
    const settled = new Map<number, unknown>()
    await settleAll(
      Array.from({ length: 23 }, (_, index) => index),
      5,
      async (item) => {
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
        if (item === 7) throw new Error('No.')
      },
      (item, error) => settled.set(item, error),
    )
    expect(most).toBe(5)
    expect(settled.size).toBe(23)
    expect([...settled].filter(([, error]) => error !== undefined).map(([item]) => item)).toEqual([7])
  })
})

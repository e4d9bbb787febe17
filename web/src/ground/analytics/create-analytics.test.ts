import { describe, expect, it, vi } from 'vitest'
import { createAnalytics } from './create-analytics.ts'

const project = { token: 't', url: 'https://analytics.test' }

describe('createAnalytics', () => {
  it('logs to the console outside production', async () => {
    const log = { info: vi.fn() }
    const { track, identify, setProfile } = await createAnalytics(
      { publicEnv: 'development', analytics: project },
      {},
      log,
    )
    track('log_in', { locale: 'en' })
    identify('ada')
    setProfile({ $name: 'Ada' })
    expect(log.info.mock.calls).toEqual([
      ['analytics: track', 'log_in', { locale: 'en' }],
      ['analytics: identify', 'ada'],
      ['analytics: profile', { $name: 'Ada' }],
    ])
  })

  it('sends, logs and loads nothing when the browser asks not to be tracked', async () => {
    for (const wishes of [{ doNotTrack: '1' }, { globalPrivacyControl: true }]) {
      for (const publicEnv of ['development', 'production']) {
        const log = { info: vi.fn() }
        const { track, identify } = await createAnalytics({ publicEnv, analytics: project }, wishes, log)
        track('log_in')
        identify('ada')
        expect(log.info).not.toHaveBeenCalled()
      }
    }
  })

  it('does nothing in production without a project', async () => {
    const log = { info: vi.fn() }
    const { track } = await createAnalytics({ publicEnv: 'production' }, {}, log)
    track('log_in')
    expect(log.info).not.toHaveBeenCalled()
  })
})

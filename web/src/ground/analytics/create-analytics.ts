import type { Settings } from '../site/settings.ts'
import type { Analytics } from './analytics.ts'

/** Privacy settings of the browser. */
export interface Wishes {
  doNotTrack?: string | null
  globalPrivacyControl?: boolean
}

const nothing: Analytics = { track() {}, identify() {}, setProfile() {} }

/**
 * Sends events in production if the operator configured a project, and logs them to the console elsewhere.
 * Does nothing, and loads nothing, when the browser asks not to be tracked. Source: specification 4.
 */
export async function createAnalytics(
  { publicEnv, analytics }: Pick<Settings, 'publicEnv' | 'analytics'>,
  wishes: Wishes,
  log: Pick<Console, 'info'>,
): Promise<Analytics> {
  if (wishes.doNotTrack === '1' || wishes.globalPrivacyControl) return nothing
  if (publicEnv !== 'production') return writingTo(log)
  if (!analytics) return nothing
  const { mixpanelAnalytics } = await import('./mixpanel.ts')
  return mixpanelAnalytics(analytics)
}

function writingTo(log: Pick<Console, 'info'>): Analytics {
  return {
    track: (event, properties = {}) => log.info('analytics: track', event, properties),
    identify: (distinctId) => log.info('analytics: identify', distinctId),
    setProfile: (fields) => log.info('analytics: profile', fields),
  }
}

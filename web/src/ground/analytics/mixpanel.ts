import mixpanel from 'mixpanel-browser/src/loaders/loader-module-core'
import type { Settings } from '../site/settings.ts'
import type { Analytics } from './analytics.ts'

/** Sends events to a Mixpanel project, without session recording, click tracking or cookies. */
export function mixpanelAnalytics({ token, url }: NonNullable<Settings['analytics']>): Analytics {
  mixpanel.init(token, {
    api_host: url,
    persistence: 'localStorage',
    autocapture: false,
    track_pageview: false,
    record_sessions_percent: 0,
    ip: false,
    flags: false,
    remote_settings_mode: 'disabled',
  })
  return {
    track: (event, properties = {}) => mixpanel.track(event, properties),
    identify: (distinctId) => mixpanel.identify(distinctId),
    setProfile: (fields) => mixpanel.people.set(fields),
  }
}

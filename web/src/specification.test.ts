// @vitest-environment happy-dom
import { RegistryRefusal } from '@nodeyard/contract/ground'
import { describe, expect, it } from 'vitest'
import { beforeExpiryMs, maxDelayMs, minDelayMs } from './ground/identity/token-refresh.ts'
import { freshMs } from './ground/identity/token-sync.ts'
import { cacheBypass } from './ground/session/api-fetch.ts'
import { createQueryClient, shouldRetry } from './ground/site/query.ts'
import { firstDelayMs, retries } from './ground/texts/dictionaries.ts'
import { Logo } from './ground/ui/logo.tsx'
import { dismissingShare, shownMs } from './ground/ui/toast-list.tsx'
import { maxAgeMs, throttleMs } from './persistence.ts'

const queries = createQueryClient().getDefaultOptions().queries
const retriesAfter = (status: number) => {
  const error = new RegistryRefusal(status, { error: 'internal_error', message: '' })
  return [0, 1, 2, 3, 4, 5].filter((failures) => shouldRetry(failures, error)).length
}

/** The constants of the specification that are the site's own, with its sections and numbers. */
const constants: [string, unknown, unknown][] = [
  ['2: the logo is 36 pixels wide', Logo({}).props.width, 36],
  ['8: retries of a query after 404', retriesAfter(404), 0],
  ['8: retries of a query after another error', retriesAfter(500), 3],
  ['9: query data is stale immediately', queries?.staleTime, 0],
  ['9: query data is kept 24 hours', queries?.gcTime, 86_400_000],
  ['9: the stored cache is valid for 24 hours', maxAgeMs, 86_400_000],
  ['9: the cache is written once a second', throttleMs, 1000],
  ['9: tokens are refreshed 5 minutes before they expire', beforeExpiryMs, 5 * 60_000],
  ['9: the first retry of a refresh comes after 30 seconds', minDelayMs, 30_000],
  ['9: the last retries of a refresh are 16 minutes apart', maxDelayMs, 16 * 60_000],
  ['9: synced tokens are at most 300 seconds old', freshMs, 300_000],
  ['9: retries of a language file', retries, 5],
  ['9: the first retry of a language file comes after 350 ms', firstDelayMs, 350],
  ['9: a toast closes after 5 seconds', shownMs, 5000],
  ['9: a toast is dismissed at 80 percent', dismissingShare, 0.8],
  [
    '9: headers that bypass caches',
    cacheBypass,
    { 'cache-control': 'no-cache, no-store, must-revalidate', pragma: 'no-cache', expires: '0' },
  ],
]

describe('the constants of the specification', () => {
  it.each(constants)('%s', (_statement, actual, specified) => {
    expect(actual).toEqual(specified)
  })
})

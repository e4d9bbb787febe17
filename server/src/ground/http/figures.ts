import type { HttpDeps } from './deps.ts'

/** Registers metrics of the response cache. */
export function showCacheFigures({
  telemetry,
  responseCache,
}: Pick<HttpDeps, 'telemetry' | 'responseCache'>): void {
  const show = (name: string, help: string, isTotal: boolean, read: () => number) =>
    telemetry.show({ name: `nodeyard_response_cache_${name}`, help, isTotal }, read)
  show('entries', 'Responses in the cache', false, () => responseCache.stats.entries)
  show('bytes', 'Size of the response cache', false, () => responseCache.stats.bytes)
  show('hits', 'Requests served from the cache', true, () => responseCache.stats.hits)
  show('misses', 'Public requests without a cache hit', true, () => responseCache.stats.misses)
  show('stale', 'Stale responses sent while no new one could be made', true, () => responseCache.stats.stale)
}

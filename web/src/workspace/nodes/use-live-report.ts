import { getPublishReport } from '@nodeyard/contract/publish-reports'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Site, useSite } from '../../ground/site/site.ts'
import { reportQuery } from './queries.ts'

const waitSeconds = 25
const retryMs = { first: 2000, most: 60_000 }

/** The report of a version, which follows what happens to it while the page is looked at. */
export function useLiveReport(nodeId: string, version: string) {
  const site = useSite()
  const report = useQuery(reportQuery(site, nodeId, version))
  const revision = report.data?.revision
  useEffect(() => {
    if (revision === undefined) return
    const leaving = new AbortController()
    void follow(site, { nodeId, version }, revision, leaving.signal)
    return () => leaving.abort()
  }, [site, nodeId, version, revision])
  return report
}

/** Waits at the registry for another revision; a page that nobody sees waits for somebody to look. */
async function follow(
  site: Site,
  params: { nodeId: string; version: string },
  revision: string,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = retryMs.first
  while (!signal.aborted) {
    await seen(signal)
    try {
      const query = { after: revision, wait: waitSeconds }
      const report = await site.registry.call(getPublishReport, { params, query }, { signal })
      pauseMs = retryMs.first
      if (signal.aborted || report.revision === revision) continue
      site.queries.setQueryData(reportQuery(site, params.nodeId, params.version).queryKey, report)
      void site.queries.invalidateQueries({ queryKey: ['nodes', params.nodeId], predicate: isOther })
      return
    } catch {
      await paused(pauseMs, signal)
      pauseMs = Math.min(pauseMs * 2, retryMs.most)
    }
  }
}

/** What was just heard is not asked for again. */
const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.at(-1) !== 'report'

function seen(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
  })
}

function paused(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

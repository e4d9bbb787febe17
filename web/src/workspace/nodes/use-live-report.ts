import { getPublishReport } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Site, useSite } from '../../ground/site/site.ts'
import { reportQuery } from './queries.ts'

const waitSeconds = 25
const retryMs = { first: 2000, max: 60_000 }

/** Loads the report of a version and follows its changes while the page is visible. */
export function useLiveReport(nodeId: string, version: string) {
  const site = useSite()
  const report = useQuery(reportQuery(site, nodeId, version))
  const revision = report.data?.revision
  useEffect(() => {
    if (revision === undefined) return
    const controller = new AbortController()
    void follow(site, { nodeId, version }, revision, controller.signal)
    return () => controller.abort()
  }, [site, nodeId, version, revision])
  return report
}

/** Long-polls for the next revision. Pauses while the page is hidden. */
async function follow(
  site: Site,
  params: { nodeId: string; version: string },
  revision: string,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = retryMs.first
  while (!signal.aborted) {
    await visible(signal)
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
      pauseMs = Math.min(pauseMs * 2, retryMs.max)
    }
  }
}

/** The report itself was just received. */
const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.at(-1) !== 'report'

function visible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const check = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    signal.addEventListener('abort', check)
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

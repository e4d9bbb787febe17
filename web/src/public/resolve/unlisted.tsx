import { getRepositoryReading, requestRepositoryReading } from '@nodeyard/contract/packs'
import type { UnlistedRepository } from '@nodeyard/planning/unlisted-repositories'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'

/** A workflow rarely records more, and each is asked for. */
const maxShown = 10

/** Repositories that the workflow records and this registry does not list. */
export function Unlisted({ repositories }: { repositories: readonly UnlistedRepository[] }) {
  if (repositories.length === 0) return null
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {repositories.slice(0, maxShown).map((repository) => (
        <Repository key={`${repository.key} ${repository.commit}`} repository={repository} />
      ))}
    </ul>
  )
}

function Repository({
  repository: { name, key, url, commit, comfyNodes },
}: {
  repository: UnlistedRepository
}) {
  const t = useText('resolve')
  const site = useSite()
  const navigate = useNavigate()
  const { run, isRunning, problem } = useAction()
  const address = `${key}${commit ? `@${commit}` : ''}`
  const { data } = useQuery(routeQuery(site, getRepositoryReading, { query: { address } }))
  const state = data?.state ?? 'off'
  const read = async () => {
    if (state === 'unread') await site.registry.call(requestRepositoryReading, { body: { address } })
    navigate(links.repository(key, commit))
  }
  return (
    <li className="grid gap-2 px-4 py-3 text-sm">
      <p className="wrap-anywhere">
        {commit
          ? t('unlisted_at', { repository: name, commit: commit.slice(0, 7) })
          : t('unlisted', { repository: name })}
      </p>
      <p className="font-mono text-xs break-words text-muted">
        <bdi>{comfyNodes.join(', ')}</bdi>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <a
          href={url}
          rel="nofollow noopener noreferrer ugc"
          className="text-accent underline-offset-4 wrap-anywhere hover:underline"
        >
          <bdi dir="ltr">{name}</bdi>
        </a>
        {state !== 'off' && state !== 'host_refused' && (
          <Button size="small" disabled={isRunning} onClick={() => void run(read)}>
            {t('read_repository')}
          </Button>
        )}
      </div>
      <RefusalNote problem={problem} />
    </li>
  )
}

import { type Follow, setFollow } from '@nodeyard/contract/services'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { Part, PartRow } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { followsQuery } from './queries.ts'

/** The packs and publishers that the user follows, on the account page. */
export function Following() {
  const t = useText('account')
  const site = useSite()
  const { data, error, refetch } = useQuery(followsQuery(site))
  const { run, isRunning, problem } = useAction()
  const stop = ({ kind, id, name }: Follow) =>
    void run(
      () => site.registry.call(setFollow, { body: { kind, id, follows: false } }),
      t('unfollowed', { name }),
    )
  return (
    <Part title={t('following')} lead={t('following_lead')}>
      <RefusalNote problem={problem} />
      {!data && <Loading error={error} retry={refetch} />}
      {data?.length === 0 && <p className="text-sm text-muted">{t('following_none')}</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map((follow) => (
            <PartRow
              key={`${follow.kind} ${follow.id}`}
              action={
                <Button
                  disabled={isRunning}
                  aria-label={t('unfollow_name', { name: follow.name })}
                  onClick={() => stop(follow)}
                >
                  {t('unfollow')}
                </Button>
              }
            >
              <Icon name={follow.kind === 'node' ? 'package' : 'person'} className="text-muted" />
              <Link
                to={follow.kind === 'node' ? links.node(follow.id) : links.publisher(follow.id)}
                className="min-w-0 truncate font-medium hover:underline"
                dir="auto"
              >
                {follow.name}
              </Link>
              <bdi className="truncate text-xs text-muted">{follow.id}</bdi>
            </PartRow>
          ))}
        </ul>
      )}
    </Part>
  )
}

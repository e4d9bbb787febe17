import { type FollowKind, setFollow } from '@nodeyard/contract/services'
import { useQuery } from '@tanstack/react-query'
import { useSite, useText } from '../../ground/site/site.ts'
import { buttonClass } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { followsQuery } from './queries.ts'

interface Followable {
  kind: FollowKind
  id: string
}

/** Button for signed-in users that follows a pack or a publisher, or stops. */
export function FollowButton({ kind, id }: Followable) {
  const t = useText('nodes')
  const site = useSite()
  const { data } = useQuery(followsQuery(site))
  const { run, isRunning, problem } = useAction()
  const follows = data?.some((one) => one.kind === kind && one.id === id) ?? false
  const toggle = () =>
    void run(
      () => site.registry.call(setFollow, { body: { kind, id, follows: !follows } }),
      follows ? t('unfollowed') : t('followed'),
    )
  return (
    <>
      <button
        type="button"
        aria-pressed={follows}
        disabled={!data || isRunning}
        title={t('follow_hint')}
        onClick={toggle}
        className={buttonClass('plain', 'aria-pressed:bg-accent-soft aria-pressed:text-accent-strong')}
      >
        <Icon name={follows ? 'check' : 'bell'} className="size-4" />
        {follows ? t('following') : t('follow')}
      </button>
      {problem !== undefined && (
        <p role="alert" className="basis-full text-sm text-danger">
          {t('follow_failed')}
        </p>
      )}
    </>
  )
}

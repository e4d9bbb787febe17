import { banUser, unbanUser } from '@nodeyard/contract/people'
import {
  type AdminUser,
  getUser,
  grantAdmin,
  grantTrustedReporter,
  revokeAdmin,
  revokeTrustedReporter,
} from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import type { Action } from '../kit/row-actions.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useRegistryChange } from '../kit/use-change.ts'

type Shown = Pick<
  AdminUser,
  'id' | 'name' | 'email' | 'isAdmin' | 'isAdminByConfiguration' | 'isBanned' | 'isTrustedReporter'
>

const acts = {
  ban: { route: banUser, text: 'ban', title: 'ban_user', lead: 'ban_user_lead', done: 'user_banned' },
  unban: {
    route: unbanUser,
    text: 'unban',
    title: 'unban_user',
    lead: 'unban_user_lead',
    done: 'user_unbanned',
  },
  grant: {
    route: grantAdmin,
    text: 'grant_admin',
    title: 'grant_admin_to',
    lead: 'grant_admin_lead',
    done: 'admin_granted',
  },
  revoke: {
    route: revokeAdmin,
    text: 'revoke_admin',
    title: 'revoke_admin_of',
    lead: 'revoke_admin_lead',
    done: 'admin_revoked',
  },
  trust: {
    route: grantTrustedReporter,
    text: 'grant_reporter',
    title: 'grant_reporter_to',
    lead: 'grant_reporter_lead',
    done: 'reporter_granted',
  },
  distrust: {
    route: revokeTrustedReporter,
    text: 'revoke_reporter',
    title: 'revoke_reporter_of',
    lead: 'revoke_reporter_lead',
    done: 'reporter_revoked',
  },
} as const
type UserAct = keyof typeof acts

const isFor: Record<UserAct, (user: Shown) => boolean> = {
  ban: ({ isBanned }) => !isBanned,
  unban: ({ isBanned }) => isBanned,
  grant: ({ isAdmin }) => !isAdmin,
  revoke: ({ isAdmin, isAdminByConfiguration }) => isAdmin && !isAdminByConfiguration,
  trust: ({ isTrustedReporter }) => !isTrustedReporter,
  distrust: ({ isTrustedReporter }) => isTrustedReporter,
}

/** An admin's actions on a user. Each asks first. */
export function useUserActions(): Action<Shown>[] {
  const t = useText('admin-registry')
  const action = (act: UserAct): Action<Shown> => ({
    text: t(acts[act].text),
    route: acts[act].route,
    isFor: isFor[act],
    ...(act === 'ban' || act === 'revoke' ? { look: 'risky' } : {}),
    dialog: (user, close) => <UserActDialog act={act} user={user} onClose={close} />,
  })
  return [
    action('ban'),
    action('unban'),
    action('grant'),
    action('revoke'),
    action('trust'),
    action('distrust'),
  ]
}

function UserActDialog({ act, user, onClose }: { act: UserAct; user: Shown; onClose(): void }) {
  const t = useText('admin-registry')
  const { call } = useAdminToken()
  const changed = useRegistryChange()
  const { route, text, title, lead, done } = acts[act]
  const name = nameOf(user)
  const params = { userId: user.id }
  return (
    <ConfirmDialog
      title={t(title, { name })}
      lead={
        <div className="grid gap-2">
          <p>{t(lead)}</p>
          <Belongings userId={user.id} />
        </div>
      }
      things={[]}
      {...(act === 'ban' ? { reason: { key: `admin-ban:user:${user.id}` } } : {})}
      action={t(text)}
      isDestructive={act === 'ban' || act === 'revoke' || act === 'distrust'}
      onConfirm={async (reason) => {
        if (route === banUser) await call(banUser, { params, body: { reason } })
        else await call(route, { params })
        await changed(t(done, { name }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** Counts what belongs to the user. */
function Belongings({ userId }: { userId: string }) {
  const t = useText('admin-registry')
  const { data, error, refetch } = useQuery(routeQuery(useSite(), getUser, { params: { userId } }))
  if (error) return <LoadProblem problem={error} retry={() => void refetch()} />
  if (!data) return <Spinner />
  const nodes = data.publishers.reduce((sum, publisher) => sum + publisher.nodes, 0)
  return (
    <ul aria-label={t('effects')} className="grid list-disc gap-0.5 ps-5">
      <li>{t('has_publishers', { count: data.publishers.length })}</li>
      {nodes > 0 && <li>{t('effect_nodes', { count: nodes })}</li>}
      {data.tokens.length > 0 && <li>{t('has_tokens', { count: data.tokens.length })}</li>}
    </ul>
  )
}

export const nameOf = ({ name, email, id }: Shown) => name || email || id

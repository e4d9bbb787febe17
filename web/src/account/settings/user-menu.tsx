import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { hasDrafts } from '../../ground/forms/draft-store.ts'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'
import { Popover } from '../../ground/ui/popover.tsx'
import { currentUserQuery } from '../access/queries.ts'
import { useLogOut } from '../sign-in/use-log-out.ts'
import { Avatar } from './avatar.tsx'

const item =
  'flex w-full items-center gap-2.5 rounded-md px-2.5 py-2 text-start text-sm hover:bg-sunken disabled:text-muted'

export function UserMenu({ user }: { user: SignedInUser }) {
  const t = useText('common')
  const { data: known } = useQuery(currentUserQuery(useSite()))
  const { logOut, isRunning } = useLogOut()
  const navigate = useNavigate()
  // The log-out page warns about unsaved drafts.
  const leave = () => void (hasDrafts(user.uid) ? navigate(links.logout()) : logOut())
  const name = user.displayName?.trim() || user.email || user.phoneNumber || ''
  return (
    <Popover
      label={t('user_menu')}
      summary={<Avatar user={user} />}
      summaryClass="grid rounded-full p-0.5"
      panelClass="w-64 p-1.5"
    >
      <div className="grid px-2.5 pt-1.5 pb-2.5 text-sm">
        <span dir="auto" className="truncate font-semibold">
          {name}
        </span>
        {user.email && user.email !== name && (
          <span dir="auto" className="truncate text-muted">
            {user.email}
          </span>
        )}
      </div>
      <nav aria-label={t('user_menu')} className="grid border-t border-line pt-1.5">
        <Item to={links.ownNodes()} icon="node" text={t('your_nodes')} />
        <Item to={links.account()} icon="person" text={t('account')} />
        {known?.isAdmin && <Item to={links.admin()} icon="shield" text={t('admin_dashboard')} />}
        <button type="button" disabled={isRunning} onClick={leave} className={item}>
          <Icon name="leave" className="mirrored text-muted" />
          {isRunning ? t('logging_out') : t('log_out')}
        </button>
      </nav>
    </Popover>
  )
}

function Item({ to, icon, text }: { to: string; icon: IconName; text: string }) {
  return (
    <Link to={to} className={item}>
      <Icon name={icon} className="text-muted" />
      {text}
    </Link>
  )
}

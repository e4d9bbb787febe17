import type { AdminUser } from '@nodeyard/contract/safety'
import { useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'

type Marked = Pick<
  AdminUser,
  'isAdmin' | 'isAdminByConfiguration' | 'isBanned' | 'isEmailVerified' | 'isTrustedReporter'
>

/** Badges for admins, banned users and the like. */
export function UserMarks({ user }: { user: Marked }) {
  const t = useText('admin-registry')
  return (
    <div className="flex flex-wrap gap-1">
      {user.isAdmin && (
        <Badge tone="info" {...(user.isAdminByConfiguration ? { title: t('by_configuration') } : {})}>
          {t('admin')}
        </Badge>
      )}
      {user.isBanned ? (
        <Badge tone="danger">{t('banned')}</Badge>
      ) : (
        <Badge tone="accent">{t('active')}</Badge>
      )}
      {user.isTrustedReporter && <Badge tone="flow">{t('trusted_reporter')}</Badge>}
      {!user.isEmailVerified && <Badge tone="warn">{t('unverified')}</Badge>}
    </div>
  )
}

import { type MemberRole, memberRoles } from '@nodeyard/contract/ground'
import { useText } from '../../ground/site/site.ts'

export function RoleSelect({
  label,
  role,
  isDisabled = false,
  onChoose,
}: {
  /** Accessible name that includes the member. */
  label: string
  role: MemberRole
  isDisabled?: boolean
  onChoose(role: MemberRole): void
}) {
  const t = useText('workspace')
  const names: Record<MemberRole, string> = { owner: t('role_owner'), member: t('role_member') }
  return (
    <select
      aria-label={label}
      value={role}
      disabled={isDisabled}
      onChange={({ target }) => onChoose(memberRoles.find((one) => one === target.value) ?? 'member')}
      className="h-9 rounded-md border border-edge bg-surface px-2 text-sm"
    >
      {memberRoles.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </select>
  )
}

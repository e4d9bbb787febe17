import { useEffect, useId, useState } from 'react'
import type { PasswordRules } from '../../ground/identity/identity.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { PasswordField } from './password-field.tsx'
import { checkPassword, type PasswordRule } from './password-rules.ts'

/** Input for a new password, with a checklist of the rules. */
export function NewPassword({
  label,
  value,
  onType,
}: {
  label: string
  value: string
  onType(text: string): void
}) {
  const rules = usePasswordRules()
  const id = useId()
  return (
    <div className="grid gap-2">
      <PasswordField
        label={label}
        autoComplete="new-password"
        required
        value={value}
        onChange={(event) => onType(event.target.value)}
        minLength={rules?.minLength ?? 6}
        maxLength={rules?.maxLength ?? 4096}
        aria-describedby={id}
      />
      {rules && <RuleList id={id} rules={rules} password={value} />}
    </div>
  )
}

function RuleList({ id, rules, password }: { id: string; rules: PasswordRules; password: string }) {
  const t = useText('auth')
  const names: Record<PasswordRule, string> = {
    minLength: t('rule_min', { count: rules.minLength }),
    maxLength: t('rule_max', { count: rules.maxLength ?? 0 }),
    lowerCase: t('rule_lower'),
    upperCase: t('rule_upper'),
    digit: t('rule_digit'),
    other: t('rule_sign'),
  }
  return (
    <ul id={id} className="grid gap-1 text-sm">
      {checkPassword(rules, password).map(([rule, isKept]) => (
        <li key={rule} className={`flex items-center gap-2 ${isKept ? 'text-accent' : 'text-muted'}`}>
          <Icon name={isKept ? 'check' : 'dot'} className="size-4" />
          {names[rule]}
          <span className="sr-only">{isKept ? t('rule_kept') : t('rule_open')}</span>
        </li>
      ))}
    </ul>
  )
}

/** Loads the rules of the identity service. Only the service validates when loading fails. */
function usePasswordRules(): PasswordRules | undefined {
  const { session } = useSite()
  const [rules, setRules] = useState<PasswordRules>()
  useEffect(() => {
    session
      .identity()
      .then((identity) => identity.passwordRules())
      .then(setRules, () => {})
  }, [session])
  return rules
}

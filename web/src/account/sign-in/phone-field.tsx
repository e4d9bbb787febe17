import { Field } from '../../ground/forms/field.tsx'
import { useText } from '../../ground/site/site.ts'

/** A phone number with its country. */
export function PhoneField({ value, onType }: { value: string; onType(text: string): void }) {
  const t = useText('auth')
  return (
    <Field
      label={t('phone_number')}
      hint={t('phone_hint')}
      type="tel"
      autoComplete="tel"
      required
      maxLength={30}
      dir="ltr"
      placeholder="+44 20 7946 0123"
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  )
}

/** As the service wants it: a plus and digits. `00` in front means the same. */
export function toPhoneNumber(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+')
}

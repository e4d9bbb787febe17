import { Field } from '../../ground/forms/field.tsx'
import { useText } from '../../ground/site/site.ts'

/** Input for a phone number with country code. */
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

/** Normalizes a number to a plus sign and digits. A leading `00` counts as the plus sign. */
export function toPhoneNumber(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+')
}

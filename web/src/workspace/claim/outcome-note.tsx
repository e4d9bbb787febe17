import { RegistryRefusal } from '@nodeyard/contract/ground'
import { useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'

/** Explains why the code host did not confirm the claim. */
export function OutcomeNote({ error }: { error: string }) {
  const t = useText('workspace')
  if (error === 'access_denied') {
    return (
      <div role="alert">
        <Notice tone="warn" title={t('claim_refused_there')} />
      </div>
    )
  }
  if (error === 'mixed_up') {
    return (
      <div role="alert">
        <Notice tone="warn" title={t('claim_mixed_up')} />
      </div>
    )
  }
  // Addresses can contain anything, so the value only counts as an error code and never shows as text.
  return <RefusalNote problem={new RegistryRefusal(400, { error, message: '' })} />
}

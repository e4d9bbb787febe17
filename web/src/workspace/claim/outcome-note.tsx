import { RegistryRefusal } from '@nodeyard/contract/client'
import { useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'

/** Why the way to the code host came to nothing. */
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
  // What stands in an address is taken for a code, never for a sentence.
  return <RefusalNote problem={new RegistryRefusal(400, { error, message: '' })} />
}

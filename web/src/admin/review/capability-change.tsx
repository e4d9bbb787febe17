import type { CapabilityChanges } from '@nodeyard/contract/versions'
import { useText } from '../../ground/site/site.ts'
import { Capabilities } from '../../public/nodes/capabilities.tsx'

/** What the code can do to a machine that the last approved version could not, and the other way round. */
export function CapabilityChange({ changes }: { changes: CapabilityChanges }) {
  const t = useText('admin-review')
  if (changes.gained.length === 0 && changes.lost.length === 0)
    return <p className="text-sm text-muted">{t('same_capabilities', { version: changes.since })}</p>
  return <Capabilities capabilities={changes.gained} changes={changes} />
}

import type { Capability, CapabilityChanges } from '@nodeyard/contract/packs'
import { sections } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { useCapabilityNames } from './capability-names.ts'

interface Capabilities {
  capabilities: Capability[]
  changes: CapabilityChanges | undefined
}

/** Capabilities of the code on a user's machine, including gained and lost ones, as a basis for updates. */
export function Capabilities({ capabilities, changes }: Capabilities) {
  const t = useText('nodes')
  const isNew = (one: Capability) => changes?.gained.some((gained) => isSame(gained, one)) ?? false
  return (
    <Section id={sections.capabilities} title={t('capabilities')} lead={t('capabilities_hint')}>
      {changes && <CapabilityDifference changes={changes} />}
      {capabilities.length === 0 ? (
        <NothingHere icon="shield">{t('capabilities_none')}</NothingHere>
      ) : (
        <Group
          title={changes ? t('capabilities_kept') : undefined}
          of={capabilities.filter((one) => !isNew(one))}
        />
      )}
    </Section>
  )
}

/** Gained and lost capabilities as text. */
export function CapabilityDifference({ changes: { since, gained, lost } }: { changes: CapabilityChanges }) {
  const t = useText('nodes')
  return (
    <>
      <Group title={t('capabilities_gained', { version: since })} of={gained} isWarning />
      <Group title={t('capabilities_lost', { version: since })} of={lost} />
    </>
  )
}

const isSame = (a: Capability, b: Capability) => a.kind === b.kind && a.subject === b.subject

function Group({
  title,
  of,
  isWarning = false,
}: {
  title?: string | undefined
  of: Capability[]
  isWarning?: boolean
}) {
  const t = useText('nodes')
  const names = useCapabilityNames()
  if (of.length === 0) return null
  return (
    <div className={`mb-3 rounded-lg border bg-surface ${isWarning ? 'border-warn' : 'border-line'}`}>
      {title && <h3 className="border-b border-line px-4 py-2 text-sm font-semibold">{title}</h3>}
      <ul className="divide-y divide-line text-sm">
        {of.map(({ kind, subject, evidence: [place] }) => (
          <li key={`${kind} ${subject}`} className="flex flex-wrap items-baseline gap-x-2 px-4 py-2">
            <span>{names[kind]}</span>
            {subject === '' ? (
              <span className="text-muted">{t('capability_computed')}</span>
            ) : (
              <bdi className="font-mono font-semibold break-all">{subject}</bdi>
            )}
            {place && (
              <bdi dir="ltr" className="ms-auto font-mono text-xs break-all text-muted">
                {place.file}:{place.line}
              </bdi>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

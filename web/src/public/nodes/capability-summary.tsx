import type { Capability } from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { links, sections } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { useCapabilityNames } from './capability-names.ts'
import type { CapabilitiesView } from './queries.ts'

interface CapabilitySummaryProps {
  nodeId: string
  version: string
  capabilities: CapabilitiesView
}

/** Summarizes the capabilities of a version, for users about to install it. */
export function CapabilitySummary({ nodeId, version, capabilities }: CapabilitySummaryProps) {
  const t = useText('nodes')
  const names = useCapabilityNames()
  return (
    <section
      aria-label={t('capabilities')}
      className="grid gap-2 rounded-lg border border-line bg-surface p-4 text-sm"
    >
      <h2 className="font-semibold">{t('capabilities')}</h2>
      {capabilities.length === 0 ? (
        <p className="text-muted">{t('capabilities_none')}</p>
      ) : (
        <>
          <ul className="grid gap-1.5">
            {capabilities.map(({ kind, subjects, count }) => (
              <li key={kind}>
                {names[kind]} <Subjects of={subjects} />
                {count > subjects.length && (
                  <span className="text-muted tabular-nums"> +{count - subjects.length}</span>
                )}
              </li>
            ))}
          </ul>
          <Link
            to={`${links.version(nodeId, version)}#${sections.capabilities}`}
            className="text-accent hover:underline"
          >
            {t('capabilities_where')}
          </Link>
        </>
      )}
    </section>
  )
}

function Subjects({ of }: { of: Capability['subject'][] }) {
  const t = useText('nodes')
  return of.map((subject, index) => (
    <span key={subject}>
      {index > 0 && ', '}
      {subject === '' ? (
        <span className="text-muted">{t('capability_computed')}</span>
      ) : (
        <bdi className="font-mono text-xs break-all">{subject}</bdi>
      )}
    </span>
  ))
}

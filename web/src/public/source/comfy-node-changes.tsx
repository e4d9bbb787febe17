import type { Change, ChangeKind, Verdict, VersionComparison } from '@nodeyard/analysis/comfy-nodes'
import { useText } from '../../ground/site/site.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { changeText } from './change-text.ts'

/** Changes to the comfy-nodes, most serious first, and whether saved workflows keep working. */
export function ComfyNodeChanges({ comparison: { verdict, changes } }: { comparison: VersionComparison }) {
  const t = useText('source')
  return (
    <Section title={t('comfy_nodes')}>
      {changes.length === 0 ? (
        <NothingHere icon="check">{t('same_comfy_nodes')}</NothingHere>
      ) : (
        <>
          <VerdictNotice verdict={verdict} />
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
            {byComfyNode(changes).map(([name, ofNode]) => (
              <Row key={name} name={name} changes={ofNode} />
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function VerdictNotice({ verdict }: { verdict: Verdict }) {
  const t = useText('source')
  if (verdict === 'major') return <Notice tone="warn" title={t('verdict_major')} />
  return <Notice tone="info" title={verdict === 'minor' ? t('verdict_minor') : t('verdict_patch')} />
}

/** Groups changes by comfy-node, sorted by their most serious change. */
function byComfyNode(changes: readonly Change[]): [string, Change[]][] {
  return [...Map.groupBy(changes, (change) => change.comfy_node_name)]
}

const marks: Partial<Record<ChangeKind, { tone: Tone; text: 'added' | 'removed' }>> = {
  node_added: { tone: 'accent', text: 'added' },
  node_removed: { tone: 'danger', text: 'removed' },
  node_not_found: { tone: 'danger', text: 'removed' },
}

function Row({ name, changes }: { name: string; changes: Change[] }) {
  const t = useText('source')
  const whole = changes.map(({ kind }) => marks[kind]).find((mark) => mark !== undefined)
  const parts = changes.filter(({ kind }) => !(kind in marks))
  return (
    <li className="grid gap-1 px-4 py-2.5">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={whole?.tone ?? 'warn'}>{t(whole?.text ?? 'changed')}</Badge>
        <bdi className="min-w-0 font-mono font-semibold break-words">{name}</bdi>
      </p>
      {parts.length > 0 && (
        <ul className="grid list-disc gap-0.5 ps-6 text-muted">
          {parts.map((change) => (
            <li key={`${change.kind} ${change.part}`} className="break-words">
              {changeText(t, change)}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

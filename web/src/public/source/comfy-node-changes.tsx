import type { Change, ChangeKind, Verdict } from '@nodeyard/analysis/compare/change'
import type { VersionComparison } from '@nodeyard/analysis/compare/versions'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'

/** Changes to the comfy-nodes, most serious first, and whether saved workflows keep working. */
export function ComfyNodeChanges({ comparison: { verdict, changes } }: { comparison: VersionComparison }) {
  const t = useText('source')
  return (
    <Section title={t('comfy_nodes')}>
      {changes.length === 0 ? (
        <NothingHere>{t('same_comfy_nodes')}</NothingHere>
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
              {t(sentences[change.kind], valuesOf(change))}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** A sentence for each kind of change. Kinds that users need not distinguish share one. */
const sentences: Record<ChangeKind, TextKey<'source'>> = {
  node_added: 'added',
  node_removed: 'removed',
  node_not_found: 'removed',
  node_renamed: 'node_renamed',
  node_deprecated: 'node_deprecated',
  node_not_deprecated: 'marks_changed',
  node_experimental: 'marks_changed',
  node_not_experimental: 'marks_changed',
  node_conditional: 'marks_changed',
  node_not_conditional: 'marks_changed',
  output_node_lost: 'output_node_lost',
  output_node_gained: 'marks_changed',
  category_changed: 'texts_changed',
  display_name_changed: 'texts_changed',
  description_changed: 'texts_changed',
  required_input_added: 'required_input_added',
  required_input_with_default_added: 'input_added',
  optional_input_added: 'input_added',
  input_removed: 'input_removed',
  input_renamed: 'input_renamed',
  input_retyped: 'input_retyped',
  input_widened: 'input_retyped',
  input_made_required: 'input_required',
  input_made_optional: 'input_optional',
  choices_removed: 'choices_removed',
  choices_added: 'choices_added',
  range_narrowed: 'range_changed',
  range_widened: 'range_changed',
  default_changed: 'default_changed',
  widgets_moved: 'widgets_moved',
  inputs_reordered: 'inputs_reordered',
  output_added: 'output_added',
  output_removed: 'output_removed',
  output_retyped: 'output_retyped',
  output_renamed: 'output_renamed',
  outputs_reordered: 'outputs_reordered',
  output_list_changed: 'output_list_changed',
}

const maxValueLength = 200

function valuesOf({ part = '', before, after }: Change): { name: string; before: string; after: string } {
  return { name: part, before: written(before), after: written(after) }
}

function written(value: Change['before']): string {
  if (value === undefined || value === null) return '?'
  const text = Array.isArray(value) ? value.map(writtenItem).join(', ') : writtenItem(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength).toWellFormed()}…` : text
}

function writtenItem(value: Change['before']): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value)
  return Object.entries(value)
    .map(([key, item]) => `${key} ${item}`)
    .join(', ')
}

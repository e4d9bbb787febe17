import type { ComfyNodeChanges as Changes, PartChange } from '@nodeyard/analysis/compare/comfy-nodes'
import { NothingHere, Section } from '../nodes/section.tsx'
import { useText } from '../site.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

/** What became of the comfy-nodes, and which change can stop a saved workflow. */
export function ComfyNodeChanges({ changes: { added, removed, changed } }: { changes: Changes }) {
  const t = useText('source')
  const isSame = added.length + removed.length + changed.length === 0
  return (
    <Section title={t('comfy_nodes')}>
      {isSame ? (
        <NothingHere>{t('same_comfy_nodes')}</NothingHere>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
          {removed.map((name) => (
            <Row key={name} name={name} tone="danger" mark={t('removed')} />
          ))}
          {changed.map(({ name, parts }) => (
            <Row key={name} name={name} tone="warn" mark={t('changed')} parts={parts} />
          ))}
          {added.map((name) => (
            <Row key={name} name={name} tone="accent" mark={t('added')} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Row({
  name,
  tone,
  mark,
  parts = [],
}: {
  name: string
  tone: Tone
  mark: string
  parts?: PartChange[]
}) {
  return (
    <li className="grid gap-1 px-4 py-2.5">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{mark}</Badge>
        <bdi className="min-w-0 font-mono font-semibold break-words">{name}</bdi>
      </p>
      {parts.length > 0 && (
        <ul className="grid list-disc gap-0.5 ps-6 text-muted">
          {parts.map((part) => (
            <li key={`${part.kind} ${part.name}`} className="break-words">
              <PartText part={part} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function PartText({ part: { kind, name, before = '', after = '' } }: { part: PartChange }) {
  const t = useText('source')
  const values = { name, before, after }
  switch (kind) {
    case 'input_added':
      return t('input_added', values)
    case 'required_input_added':
      return t('required_input_added', values)
    case 'input_removed':
      return t('input_removed', values)
    case 'input_retyped':
      return t('input_retyped', values)
    case 'input_required':
      return t('input_required', values)
    case 'input_optional':
      return t('input_optional', values)
    case 'default_changed':
      return t('default_changed', values)
    case 'output_added':
      return t('output_added', values)
    case 'output_removed':
      return t('output_removed', values)
    case 'output_retyped':
      return t('output_retyped', values)
    case 'output_moved':
      return t('output_moved', values)
  }
}

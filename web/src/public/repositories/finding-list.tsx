import type { FindingSeverity, PublishFinding } from '@nodeyard/contract/packs'
import { useFormats, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { CodeText } from '../../ground/ui/code-text.tsx'
import { useSome } from '../../ground/ui/use-some.ts'
import { FindingPath } from './finding-path.tsx'
import { Place, type SourceOf } from './place.tsx'

const tones: Record<FindingSeverity, Tone> = {
  info: 'plain',
  low: 'plain',
  medium: 'warn',
  high: 'danger',
  critical: 'danger',
}

const severityText: Record<FindingSeverity, TextKey<'manage'>> = {
  info: 'severity_info',
  low: 'severity_low',
  medium: 'severity_medium',
  high: 'severity_high',
  critical: 'severity_critical',
}

export function FindingList({
  title,
  findings,
  sourceOf,
}: {
  title?: string
  findings: PublishFinding[]
  sourceOf: SourceOf
}) {
  const t = useText('manage')
  const { some, next, more } = useSome(findings)
  if (findings.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      {title && <h3 className="text-sm font-semibold">{title}</h3>}
      <ul className="grid grid-cols-1 gap-3">
        {some.map((finding) => (
          <li
            key={`${finding.rule} ${finding.file} ${finding.line} ${finding.message}`}
            className="grid grid-cols-1 gap-2.5 rounded-lg border border-line bg-surface p-4 text-sm"
          >
            <Finding finding={finding} sourceOf={sourceOf} />
          </li>
        ))}
      </ul>
      {next > 0 && (
        <Button className="justify-self-start" onClick={more}>
          {t('show_more', { count: next })}
        </Button>
      )}
    </div>
  )
}

function Finding({ finding, sourceOf }: { finding: PublishFinding; sourceOf: SourceOf }) {
  const t = useText('manage')
  const formats = useFormats()
  const { rule, severity, message, file, line, code, why, fix, path, decision } = finding
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[severity]}>{t(severityText[severity])}</Badge>
        <bdi className="font-mono text-xs text-muted wrap-anywhere">{rule}</bdi>
        {file && <Place file={file} line={line} source={sourceOf(file, line)} />}
      </p>
      {decision && (
        <p className={decision.verdict === 'approved' ? 'text-accent' : 'text-danger'}>
          {t(decision.verdict === 'approved' ? 'finding_approved' : 'finding_rejected', {
            date: formats.date(decision.at),
            version: decision.version,
          })}
        </p>
      )}
      <p lang="en" dir="auto" className="font-medium wrap-anywhere">
        <CodeText text={message} />
      </p>
      {code && (
        <pre
          dir="ltr"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must scroll by keyboard too
          tabIndex={0}
          className="overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs"
        >
          <code>{code}</code>
        </pre>
      )}
      {path && <FindingPath path={path} sourceOf={sourceOf} />}
      <dl className="grid gap-2">
        {why && <Explanation name={t('why')} text={why} />}
        {fix && <Explanation name={t('fix')} text={fix} />}
      </dl>
    </>
  )
}

function Explanation({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd lang="en" dir="auto" className="max-w-prose text-pretty wrap-anywhere">
        <CodeText text={text} />
      </dd>
    </div>
  )
}

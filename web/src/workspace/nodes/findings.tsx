import type {
  FindingSeverity,
  PublishFinding,
  PublishReport,
  UndecidedComfyNode,
} from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { CodeText } from '../../ground/ui/code-text.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { useSome } from '../../ground/ui/use-some.ts'
import { hashOf } from '../../public/source/line-range.ts'

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

/** Lists the findings in a version, blocking ones first. Their texts come from the rules, in English. */
export function Findings({ nodeId, report }: { nodeId: string; report: PublishReport }) {
  const t = useText('manage')
  const { findings, undecided, is_read, version } = report
  const blocking = findings.filter(({ blocks }) => blocks)
  const others = findings.filter(({ blocks }) => !blocks)
  const sourceOf = (file: string, line: number | undefined) =>
    version.downloadUrl
      ? links.source(nodeId, version.version, { file }) + (line === undefined ? '' : hashOf(line))
      : undefined
  return (
    <>
      <Section id="findings" title={t('findings')}>
        {findings.length === 0 && (
          <NothingHere icon={is_read ? 'check' : 'clock'}>
            {is_read ? t('no_findings_text') : t('not_read_text')}
          </NothingHere>
        )}
        <FindingList title={t('findings_blocking')} findings={blocking} sourceOf={sourceOf} />
        <FindingList title={t('findings_rest')} findings={others} sourceOf={sourceOf} />
      </Section>
      <Undecided undecided={undecided} sourceOf={sourceOf} />
    </>
  )
}

type SourceOf = (file: string, line: number | undefined) => string | undefined

function FindingList({
  title,
  findings,
  sourceOf,
}: {
  title: string
  findings: PublishFinding[]
  sourceOf: SourceOf
}) {
  const t = useText('manage')
  const { some, next, more } = useSome(findings)
  if (findings.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="grid grid-cols-1 gap-3">
        {some.map((finding) => (
          <li
            key={`${finding.rule} ${finding.file} ${finding.line} ${finding.message}`}
            className="grid grid-cols-1 gap-2.5 rounded-lg border border-line bg-surface p-4 text-sm"
          >
            <Finding finding={finding} source={finding.file && sourceOf(finding.file, finding.line)} />
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

function Finding({ finding, source }: { finding: PublishFinding; source: string | undefined }) {
  const t = useText('manage')
  const formats = useFormats()
  const { rule, severity, message, file, line, code, why, fix, decision } = finding
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[severity]}>{t(severityText[severity])}</Badge>
        <bdi className="font-mono text-xs text-muted wrap-anywhere">{rule}</bdi>
        {file && <Place file={file} line={line} source={source} />}
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

function Place({
  file,
  line,
  source,
}: {
  file: string
  line?: number | undefined
  source: string | undefined
}) {
  const t = useText('manage')
  const place = line === undefined ? file : `${file}:${line}`
  if (!source) return <bdi className="font-mono text-xs wrap-anywhere">{place}</bdi>
  return (
    <Link
      to={source}
      title={t('open_source')}
      className="inline-flex items-center gap-1 text-accent underline-offset-4 hover:underline"
    >
      <Icon name="code" className="size-4" />
      <bdi className="font-mono text-xs wrap-anywhere">{place}</bdi>
    </Link>
  )
}

function Undecided({ undecided, sourceOf }: { undecided: UndecidedComfyNode[]; sourceOf: SourceOf }) {
  const t = useText('manage')
  if (undecided.length === 0) return null
  return (
    <Section title={t('undecided')}>
      <p className="max-w-prose text-sm text-muted text-pretty">{t('undecided_lead')}</p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {undecided.map(({ comfyNode, subject, file, line, reason }) => (
          <li key={`${comfyNode} ${subject} ${file} ${line}`} className="grid gap-1 px-4 py-2.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {comfyNode && <bdi className="font-medium wrap-anywhere">{comfyNode}</bdi>}
              <bdi className="font-mono text-xs text-muted">{subject}</bdi>
              <Place file={file} line={line || undefined} source={sourceOf(file, line || undefined)} />
            </p>
            <p lang="en" dir="auto" className="wrap-anywhere">
              <CodeText text={reason} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

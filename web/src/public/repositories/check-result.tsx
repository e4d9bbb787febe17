import type { RepositoryCheck, RepositoryReading } from '@nodeyard/contract/packs'
import type { ReactNode } from 'react'
import { shownVersion } from '../../ground/paths/commit.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Fold } from '../../ground/ui/fold.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { useCapabilityNames } from '../nodes/capability-names.ts'
import { ScoreBox } from '../nodes/score-box.tsx'
import { Conflicts } from '../plan/conflicts.tsx'
import { FindingList } from './finding-list.tsx'

const noSource = () => undefined
const verdicts = {
  active: { tone: 'good', title: 'verdict_active', text: 'verdict_active_text' },
  waiting: { tone: 'warn', title: 'verdict_waiting', text: 'verdict_waiting_text' },
  refused: { tone: 'warn', title: 'verdict_refused', text: 'verdict_refused_text' },
} as const

/** The result of reading a repository: all of it is text of strangers, and shown as such. */
export function CheckResult({
  reading,
  check,
  commit,
  children,
}: {
  reading: RepositoryReading
  check: RepositoryCheck
  commit: string
  /** Shown below the facts. */
  children: ReactNode
}) {
  const t = useText('repositories')
  const manage = useText('manage')
  const formats = useFormats()
  const { findings, finding_count: findingCount, score } = check
  const { tone, title, text } = verdicts[check.verdict]
  const others = findings.filter(({ blocks }) => !blocks)
  const facts = [
    t('files', { number: check.files }),
    formats.bytes(check.unpacked_bytes),
    check.license ?? t('no_license'),
  ]
  return (
    <>
      <div className="grid gap-3">
        <Notice tone={tone} title={t(title)}>
          <p>{t(text)}</p>
          {check.refused.length > 0 && (
            <ul className="list-disc ps-5" lang="en">
              {check.refused.map(({ code, message, file, line }) => (
                <li key={`${code} ${message} ${file} ${line}`} dir="auto" className="wrap-anywhere">
                  {message}
                  {file && <bdi className="font-mono text-xs"> {line ? `${file}:${line}` : file}</bdi>}
                </li>
              ))}
            </ul>
          )}
        </Notice>
        <ul className="facts text-sm text-muted tabular-nums">
          <li>
            <bdi className="font-mono" title={commit}>
              {shownVersion(commit)}
            </bdi>
          </li>
          {reading.read_at && <li>{t('read_at', { time: formats.dateTime(reading.read_at) })}</li>}
          {facts.map((fact) => (
            <li key={fact} dir="auto">
              {fact}
            </li>
          ))}
        </ul>
        <p className="max-w-prose text-sm text-muted text-pretty">
          {t('same_as_check')}
          {check.omitted_files > 0 && ` ${t('omitted', { number: check.omitted_files })}`}
        </p>
        {children}
      </div>
      <Section title={t('findings')} count={formats.number(findingCount)}>
        {findings.length === 0 && <NothingHere icon="check">{t('no_findings')}</NothingHere>}
        <FindingList
          title={manage('findings_blocking')}
          findings={findings.filter(({ blocks }) => blocks)}
          sourceOf={noSource}
        />
        {others.length > 0 && (
          <Fold title={`${manage('findings_rest')} (${formats.number(others.length)})`}>
            <div className="pt-3">
              <FindingList findings={others} sourceOf={noSource} />
            </div>
          </Fold>
        )}
        {findingCount > findings.length && (
          <p className="text-sm text-muted">{t('more', { number: findingCount - findings.length })}</p>
        )}
      </Section>
      <ScoreBox data={score} />
      <Nodes check={check} />
      <Requirements check={check} />
      <Capabilities check={check} />
    </>
  )
}

const shownNodes = 100

function Nodes({
  check: { nodes, node_count: count, undecided_count: undecided },
}: {
  check: RepositoryCheck
}) {
  const t = useText('repositories')
  const formats = useFormats()
  const shown = nodes.slice(0, shownNodes)
  return (
    <Section title={t('nodes')} count={formats.number(count)}>
      {count === 0 && <NothingHere>{t('no_nodes')}</NothingHere>}
      {shown.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
          {shown.map(({ name, category, inputs, outputs }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2">
              <bdi className="font-medium wrap-anywhere">{name}</bdi>
              {category && <bdi className="text-xs text-muted wrap-anywhere">{category}</bdi>}
              <bdi dir="ltr" className="font-mono text-xs text-muted wrap-anywhere">
                {inputs.join(', ')} → {outputs.join(', ')}
              </bdi>
            </li>
          ))}
        </ul>
      )}
      {count > shown.length && (
        <p className="text-sm text-muted">{t('more', { number: count - shown.length })}</p>
      )}
      {undecided > 0 && <p className="text-sm text-muted">{t('undecided', { number: undecided })}</p>}
    </Section>
  )
}

function Requirements({ check: { requirements, pythons } }: { check: RepositoryCheck }) {
  const t = useText('repositories')
  const formats = useFormats()
  const broken = pythons.filter(({ conflicts }) => conflicts.length > 0)
  const different = new Map(
    broken.flatMap(({ conflicts }) => conflicts).map((one) => [JSON.stringify(one), one]),
  )
  return (
    <Section title={t('requirements')} count={formats.number(requirements.length)}>
      {requirements.length > 0 && (
        <ul className="flex flex-wrap gap-2 font-mono text-xs" dir="ltr">
          {requirements.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one result never move
            <li key={place} className="rounded-md bg-sunken px-2 py-1 wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">
        {broken.length === 0
          ? t('no_conflicts')
          : t('conflicts', { list: formats.list(broken.map(({ python }) => python)) })}
      </p>
      <Conflicts conflicts={[...different.values()]} />
    </Section>
  )
}

function Capabilities({ check: { capabilities } }: { check: RepositoryCheck }) {
  const t = useText('nodes')
  const names = useCapabilityNames()
  if (capabilities.length === 0) return null
  return (
    <Section title={t('capabilities')}>
      <ul className="grid gap-1.5 text-sm">
        {capabilities.map(({ kind, subject, evidence: [first] }) => (
          <li key={`${kind} ${subject}`} className="wrap-anywhere">
            {names[kind]} <bdi className="font-mono text-xs">{subject || t('capability_computed')}</bdi>
            {first && <bdi className="font-mono text-xs text-muted"> {`${first.file}:${first.line}`}</bdi>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

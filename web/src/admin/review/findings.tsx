import type { Review, ReviewFinding } from '@nodeyard/contract/moderation'
import type { FindingSeverity } from '@nodeyard/contract/publish-reports'
import { useState } from 'react'
import { useText } from '../../site.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { FindingSource } from './finding-source.tsx'

const tones: Readonly<Record<FindingSeverity, Tone>> = {
  critical: 'danger',
  high: 'danger',
  medium: 'warn',
  low: 'info',
  info: 'plain',
}

/** Each finding with its place; beside it the source there, and what was changed in that file. */
export function Findings({ review }: { review: Review }) {
  const t = useText('admin-review')
  const { findings } = review
  const firstNew = findings.findIndex(({ known }) => !known)
  const [shown, setShown] = useState(Math.max(firstNew, 0))
  const finding = findings[shown]
  if (!finding) return <p className="text-sm text-muted">{t('no_findings')}</p>
  return (
    <section aria-labelledby="findings" className="grid min-w-0 gap-3">
      <h3 id="findings" className="font-semibold">
        {t('findings', { count: findings.length })}
        {review.base && (
          <span className="ms-2 text-sm font-normal text-muted">
            {t('new_findings', {
              count: findings.filter(({ known }) => !known).length,
              version: review.base.version,
            })}
          </span>
        )}
      </h3>
      <ol className="grid max-h-72 content-start overflow-y-auto rounded-md border border-line">
        {findings.map((one, index) => (
          <li
            key={`${one.rule} ${one.file} ${one.line} ${one.message}`}
            className="border-t border-line first:border-t-0"
          >
            <button
              type="button"
              aria-current={index === shown || undefined}
              onClick={() => setShown(index)}
              className="grid w-full gap-0.5 px-3 py-2 text-start text-sm hover:bg-sunken aria-[current=true]:bg-accent-soft"
            >
              <FindingHead finding={one} />
            </button>
          </li>
        ))}
      </ol>
      <div className="grid gap-1 text-sm">
        {finding.why && (
          <p dir="auto" lang="en">
            {finding.why}
          </p>
        )}
        {finding.fix && (
          <p dir="auto" lang="en" className="text-muted">
            {finding.fix}
          </p>
        )}
      </div>
      {finding.file && (
        <FindingSource
          key={`${finding.file} ${finding.line}`}
          review={review}
          file={finding.file}
          line={finding.line}
        />
      )}
    </section>
  )
}

function FindingHead({ finding }: { finding: ReviewFinding }) {
  const t = useText('admin-review')
  const severities: Readonly<Record<FindingSeverity, string>> = {
    critical: t('severity_critical'),
    high: t('severity_high'),
    medium: t('severity_medium'),
    low: t('severity_low'),
    info: t('severity_info'),
  }
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[finding.severity]}>{severities[finding.severity]}</Badge>
        <code dir="ltr" className="text-xs">
          {finding.rule}
        </code>
        {finding.known && <Badge>{t('known')}</Badge>}
        {finding.file && (
          <bdi className="font-mono text-xs break-all text-muted">
            {finding.file}
            {finding.line === undefined ? '' : `:${finding.line}`}
          </bdi>
        )}
      </span>
      <span dir="auto" lang="en" className="wrap-anywhere">
        {finding.message}
      </span>
    </>
  )
}

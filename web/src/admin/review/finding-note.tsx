import type { FindingSeverity } from '@nodeyard/contract/packs'
import type { ReviewFinding } from '@nodeyard/contract/safety'
import { useEffect, useRef } from 'react'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { CodeText } from '../../ground/ui/code-text.tsx'

const tones: Readonly<Record<FindingSeverity, Tone>> = {
  critical: 'danger',
  high: 'danger',
  medium: 'warn',
  low: 'info',
  info: 'plain',
}

/** Severity, rule, and whether the last approved version had the finding too. */
export function FindingMarks({ finding }: { finding: ReviewFinding }) {
  const t = useText('admin-review')
  const formats = useFormats()
  const severities: Readonly<Record<FindingSeverity, string>> = {
    critical: t('severity_critical'),
    high: t('severity_high'),
    medium: t('severity_medium'),
    low: t('severity_low'),
    info: t('severity_info'),
  }
  return (
    <>
      <Badge tone={tones[finding.severity]}>{severities[finding.severity]}</Badge>
      <code dir="ltr" className="text-xs">
        {finding.rule}
      </code>
      {finding.known && <Badge>{t('known')}</Badge>}
      {finding.decision && (
        <Badge tone={finding.decision.verdict === 'approved' ? 'accent' : 'danger'}>
          {t(finding.decision.verdict === 'approved' ? 'approved_on' : 'rejected_on', {
            date: formats.date(finding.decision.at),
          })}
        </Badge>
      )}
    </>
  )
}

interface FindingNotesProps {
  findings: readonly ReviewFinding[]
  /** The finding to scroll into view, if the user picked it. */
  picked: ReviewFinding | undefined
  isByHand: boolean
}

/** All findings of one line. */
export function FindingNotes({ findings, picked, isByHand }: FindingNotesProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isPicked = picked !== undefined && findings.includes(picked)
  useEffect(() => {
    if (isPicked && isByHand) frame.current?.scrollIntoView({ block: 'center' })
  }, [isPicked, isByHand])
  return (
    <div ref={frame} className="sticky start-2 grid w-fit max-w-[min(65ch,78vw)] gap-2">
      {findings.map((finding) => (
        <FindingNote
          key={`${finding.rule} ${finding.message}`}
          finding={finding}
          isPicked={finding === picked}
        />
      ))}
    </div>
  )
}

/** Describes a finding, its risk and its remedy, in the language of the rules. */
export function FindingNote({ finding, isPicked }: { finding: ReviewFinding; isPicked: boolean }) {
  return (
    <div
      className={`grid gap-1 rounded-md border bg-surface p-3 font-sans text-sm whitespace-normal ${isPicked ? 'border-accent' : 'border-line'}`}
    >
      <p className="flex flex-wrap items-center gap-2">
        <FindingMarks finding={finding} />
      </p>
      <p lang="en" className="font-medium wrap-anywhere">
        <CodeText text={finding.message} />
      </p>
      {finding.why && (
        <p lang="en">
          <CodeText text={finding.why} />
        </p>
      )}
      {finding.fix && (
        <p lang="en" className="text-muted">
          <CodeText text={finding.fix} />
        </p>
      )}
    </div>
  )
}

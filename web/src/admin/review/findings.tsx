import type { Review, ReviewFinding } from '@nodeyard/contract/safety'
import { useState } from 'react'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { CodeText } from '../../ground/ui/code-text.tsx'
import { FindingPath } from '../../public/repositories/finding-path.tsx'
import { CodeBehind } from './code-behind.tsx'
import { FindingMarks, FindingNote } from './finding-note.tsx'
import type { Look } from './look.ts'
import { ReviewedFiles } from './reviewed-files.tsx'
import { useKeys } from './use-keys.ts'
import type { Choice, Verdicts } from './verdicts.ts'

interface FindingsOf {
  review: Review
  verdicts: Verdicts
  onVerdict(digest: string, choice: Choice): void
}

/**
 * Lists the findings with their places, and below them the selected file, compared with the last approved
 * version.
 */
export function Findings({ review, verdicts, onVerdict }: FindingsOf) {
  const t = useText('admin-review')
  const { findings } = review
  const [look, setLook] = useState<Look>(() => {
    const first = findings.find(({ blocks, known }) => blocks && !known) ?? findings[0]
    return { finding: first, file: first?.file, isByHand: false }
  })
  // Archives load at once if they have findings, and otherwise on request.
  const [isAsked, setAsked] = useState(false)
  const isOpen = isAsked || findings.some(({ file }) => file !== undefined)
  const lookAt = (finding: ReviewFinding | undefined) =>
    finding && setLook({ finding, file: finding.file, isByHand: true })
  const at = look.finding ? findings.indexOf(look.finding) : -1
  useKeys({ n: () => lookAt(findings[at + 1]), p: () => lookAt(findings[at - 1]) })
  return (
    <section aria-labelledby="findings" className="grid min-w-0 gap-3">
      <FindingCount review={review} />
      {findings.length > 0 && <FindingList findings={findings} current={look.finding} onPick={lookAt} />}
      {look.finding?.path && <FindingPath path={look.finding.path} />}
      {look.finding && <CodeBehind finding={look.finding} verdicts={verdicts} onVerdict={onVerdict} />}
      {look.finding && look.finding.file === undefined && <FindingNote finding={look.finding} isPicked />}
      {isOpen ? (
        <ReviewedFiles
          review={review}
          look={look}
          onShow={(file) =>
            setLook({ file, finding: findings.find((one) => one.file === file), isByHand: true })
          }
        />
      ) : (
        review.base && (
          <div>
            <Button onClick={() => setAsked(true)}>
              {t('show_changes', { version: review.base.version })}
            </Button>
          </div>
        )
      )}
    </section>
  )
}

function FindingCount({ review: { findings, base } }: { review: Review }) {
  const t = useText('admin-review')
  return (
    <h3 id="findings" className="font-semibold">
      {findings.length === 0 ? t('no_findings') : t('findings', { count: findings.length })}
      {base && findings.length > 0 && (
        <span className="ms-2 text-sm font-normal text-muted">
          {t('new_findings', {
            count: findings.filter(({ known }) => !known).length,
            version: base.version,
          })}
        </span>
      )}
    </h3>
  )
}

function FindingList({
  findings,
  current,
  onPick,
}: {
  findings: readonly ReviewFinding[]
  current: ReviewFinding | undefined
  onPick(finding: ReviewFinding): void
}) {
  return (
    <ol className="grid max-h-60 content-start overflow-y-auto rounded-md border border-line">
      {findings.map((finding) => (
        <li
          key={`${finding.rule} ${finding.file} ${finding.line} ${finding.message}`}
          className="border-t border-line first:border-t-0"
        >
          <button
            type="button"
            aria-current={finding === current || undefined}
            aria-keyshortcuts="n p"
            onClick={() => onPick(finding)}
            className="grid w-full gap-0.5 px-3 py-2 text-start text-sm hover:bg-sunken aria-[current=true]:bg-accent-soft"
          >
            <FindingHead finding={finding} />
          </button>
        </li>
      ))}
    </ol>
  )
}

function FindingHead({ finding }: { finding: ReviewFinding }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <FindingMarks finding={finding} />
        {finding.file && (
          <bdi className="font-mono text-xs break-all text-muted">
            {finding.file}
            {finding.line === undefined ? '' : `:${finding.line}`}
          </bdi>
        )}
      </span>
      <span dir="auto" lang="en" className="wrap-anywhere">
        <CodeText text={finding.message} />
      </span>
    </>
  )
}

import type { PublishReport, UndecidedComfyNode } from '@nodeyard/contract/packs'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { CodeText } from '../../ground/ui/code-text.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { FindingList } from '../../public/repositories/finding-list.tsx'
import { Place, type SourceOf } from '../../public/repositories/place.tsx'
import { hashOf } from '../../public/source/line-range.ts'

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

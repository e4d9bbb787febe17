import type { PublishFinding, PublishReport } from '@nodeyard/contract/packs'
import { heldLines } from '../ground/held-lines.ts'
import { type Output, plain } from '../ground/output.ts'
import { pathLines } from '../ground/path-lines.ts'
import { inEnglish, type Texts } from '../ground/texts.ts'
import { type Verdict, verdictOf } from './follow-version.ts'
import type { Progress } from './publish-folder.ts'

/** Shows progress in place on a terminal, and otherwise one line per finished step. */
export function progressOn(output: Output): Progress & { clear(): void } {
  let isOpen = false
  const clear = () => {
    if (isOpen) output.write('\r\x1b[K')
    isOpen = false
  }
  return {
    clear,
    begin(text) {
      if (!output.isTTY) return
      clear()
      output.write(`${plain(text)} …`.slice(0, (output.columns || 80) - 1))
      isOpen = true
    },
    end(text) {
      clear()
      output.write(`${plain(text)}\n`)
    },
  }
}

const maxFindings = 25

/** Describes the result for a version, and the publisher's next steps. */
export function textOfVerdict(report: PublishReport, text: Texts = inEnglish): string {
  const { version, findings, page, timeline, decision, mails_wait: mailsWait } = report
  const name = { node: version.node_id, version: version.version }
  const verdict = verdictOf(report)
  const failed = timeline.find(({ state }) => state === 'failed')
  const lines = [...textOfFindings(findings, text), '']
  const isBroken = version.load_failures?.some(({ allowed }) => !allowed)
  if (verdict === 'active')
    lines.push(isBroken ? text('is_broken', { ...name, page: plain(page) }) : text('is_live', name))
  else if (verdict === 'waiting') {
    const count = findings.filter(({ blocks }) => blocks).length
    lines.push(text('is_waiting', { ...name, count }))
    lines.push(...heldLines(version.held_for ?? [], text), text('waiting_advice'))
  } else if (failed?.message)
    lines.push(text('was_refused_because', { ...name, message: plain(failed.message) }))
  else lines.push(text('was_refused', name))
  if (decision && verdict !== 'active')
    lines.push(text('moderators_say', { message: plain(decision.message) }))
  if (mailsWait) lines.push(text('mails_wait', { page: plain(accountPageOf(page)) }))
  lines.push(text('details_at', { page: plain(page) }))
  return lines.join('\n').trimStart()
}

/** The page of the account on the site that has a page of a version. */
const accountPageOf = (page: string): string =>
  page.replace(/\/nodes\/[^/]*\/manage\/versions\/[^/]*$/, '/account')

function textOfFindings(findings: PublishFinding[], text: Texts): string[] {
  const lines = findings.slice(0, maxFindings).flatMap((finding) => textOfFinding(finding, text))
  const more = findings.length - maxFindings
  return more > 0 ? [...lines, text('and_more', { count: more })] : lines
}

function textOfFinding(
  { severity, rule, blocks, message, file, line, fix, path }: PublishFinding,
  text: Texts,
): string[] {
  const place = file ? ` ${plain(file)}${line === undefined ? '' : `:${line}`}` : ''
  return [
    `${blocks ? text('severity_blocks', { severity }) : plain(severity)}${place} ${plain(rule)}`,
    `  ${plain(message)}`,
    ...pathLines(path, text),
    ...(fix ? [`  ${text('fix', { fix: plain(fix) })}`] : []),
  ]
}

export const exitCodeOf: Record<Verdict, number> = { active: 0, waiting: 2, failed: 1 }

/** Formats a report for programs. */
export function jsonOf(report: PublishReport): unknown {
  const { version, page, findings } = report
  const { node_id, version: number, status } = version
  return { node_id, version: number, status, verdict: verdictOf(report), page, findings }
}

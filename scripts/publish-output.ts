import type { PublishFinding, PublishReport } from '@nodeyard/contract/publish-reports'
import { type Verdict, verdictOf } from '../server/demo/follow-version.ts'
import type { Progress } from '../server/demo/publish-folder.ts'

interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

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
      output.write(`${text} …`.slice(0, (output.columns || 80) - 1))
      isOpen = true
    },
    end(text) {
      clear()
      output.write(`${text}\n`)
    },
  }
}

const maxFindings = 25

/** Describes the result for a version, and the publisher's next steps. */
export function textOfVerdict(report: PublishReport): string {
  const { version, findings, page, timeline, decision } = report
  const name = `${version.node_id} ${version.version}`
  const blocking = findings.filter(({ blocks }) => blocks).length
  const verdict = verdictOf(report)
  const failed = timeline.find(({ state }) => state === 'failed')
  const lines = [...textOfFindings(findings), '']
  if (verdict === 'active') lines.push(`${name} is live.`)
  else if (verdict === 'waiting')
    lines.push(
      `${name} is not public yet: a moderator has to review ${blocking === 1 ? '1 finding' : `${blocking} findings`}.`,
      'You need not wait here. Explain the code to the moderators, or fix it and publish the next version.',
    )
  else lines.push(`${name} was refused${failed?.message ? `: ${failed.message}` : '.'}`)
  if (decision && verdict !== 'active') lines.push(`The moderators say: ${oneLine(decision.message)}`)
  lines.push(`Details: ${page}`)
  return lines.join('\n').trimStart()
}

function textOfFindings(findings: PublishFinding[]): string[] {
  const lines = findings.slice(0, maxFindings).flatMap(textOfFinding)
  const more = findings.length - maxFindings
  return more > 0 ? [...lines, `… and ${more} more`] : lines
}

function textOfFinding({ severity, rule, blocks, message, file, line, fix }: PublishFinding): string[] {
  const place = file ? ` ${file}${line === undefined ? '' : `:${line}`}` : ''
  return [
    `${severity}${blocks ? ' (blocks)' : ''}${place} ${rule}`,
    `  ${oneLine(message)}`,
    ...(fix ? [`  Fix: ${oneLine(fix)}`] : []),
  ]
}

/** Removes control characters from texts of archives and moderators before they reach the terminal. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()

export const exitCodes: Record<Verdict, number> = { active: 0, waiting: 2, failed: 1 }

/** Formats a report for programs. */
export function jsonOf(report: PublishReport): string {
  const { version, page, findings } = report
  const { node_id, version: number, status } = version
  return JSON.stringify({ node_id, version: number, status, verdict: verdictOf(report), page, findings })
}

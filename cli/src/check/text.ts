import type { ComfyNode } from '@nodeyard/analysis/comfy-nodes'
import { type Finding, isBlocking, type Severity } from '@nodeyard/analysis/ground'
import { certainRules } from '@nodeyard/analysis/inspection'
import { heldGroupsOf } from '@nodeyard/contract/packs'
import { conflictLines } from '../ground/conflict-lines.ts'
import type { Context } from '../ground/context.ts'
import { heldLines } from '../ground/held-lines.ts'
import { type Color, plain, table } from '../ground/output.ts'
import { pathLines } from '../ground/path-lines.ts'
import { sizeText } from '../ground/texts.ts'
import type { Check } from './check.ts'
import type { Difference } from './difference.ts'

type Style = Pick<Context, 'text' | 'paint'>

const maxFindings = 50
const maxRows = 60
const colors: Record<Severity, Color> = {
  critical: 'red',
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
  info: 'dim',
}

/** Formats a check for people. */
export function textOfCheck(check: Check, style: Style): string {
  const { inspection, archive } = check
  const { text, paint } = style
  const lines: string[] = []
  if (inspection && archive) {
    const { manifest, archive: size, comfy_nodes: nodes, undecided, capabilities, readme } = inspection
    const name = `${manifest?.name ?? text('no_name')} ${manifest?.version ?? text('no_version')}`
    lines.push(paint('bold', plain(name)))
    lines.push(
      text('check_size', {
        count: size.files,
        size: sizeText(text, archive.size),
        readme: readme?.path ?? '–',
      }),
    )
    lines.push(
      ...section(
        style,
        text('nodes_count', { count: nodes.length }),
        nodes.map((node) => nodeRow(node, style)),
      ),
    )
    lines.push(
      ...section(
        style,
        text('undecided_count', { count: undecided.length }),
        undecided.map(({ comfy_node_name: node = '', subject, file, line, reason }) => [
          node,
          subject,
          `${file}:${line}`,
          reason,
        ]),
      ),
    )
    const requirements = manifest?.dependencies ?? []
    lines.push(
      ...section(
        style,
        text('requirements_count', { count: requirements.length }),
        requirements.map((line) => [line]),
      ),
    )
    lines.push(
      ...section(
        style,
        text('capabilities_count', { count: capabilities.length }),
        capabilities.map(({ kind, subject, evidence: [first] }) => [
          kind,
          subject || text('computed'),
          first ? `${first.file}:${first.line}` : '',
        ]),
      ),
    )
    lines.push(...findingLines(inspection.findings, style))
  }
  lines.push(...conflictsOf(check, style), ...scoreLines(check, style))
  if (check.since) lines.push(...sinceLines(check.since, style))
  lines.push('', ...verdictLines(check, style))
  return `${lines.join('\n').trimStart()}\n`
}

/** Contradictions that at least one version of Python has; each once, with the versions. */
function conflictsOf({ pythons = [] }: Check, style: Style): string[] {
  const broken = pythons.filter(({ conflicts }) => conflicts.some(({ severity }) => severity === 'breaks'))
  if (broken.length === 0) return []
  const different = new Map(
    broken.flatMap(({ conflicts }) => conflicts).map((one) => [JSON.stringify(one), one]),
  )
  const versions = broken.map(({ python }) => python).join(', ')
  return [
    '',
    style.paint('bold', style.text('check_conflicts', { versions })),
    ...conflictLines([...different.values()], style),
  ]
}

function scoreLines({ score, refused }: Check, { text, paint }: Style): string[] {
  if (!score) return []
  return [
    '',
    paint('bold', text('check_score', { score: score.score })),
    ...score.parts
      .filter(({ points, most }) => points < most)
      .map(({ name, points, most, fulfilled, total }) => {
        const counted = total ? ` (${fulfilled}/${total})` : ''
        return `  ${points}/${most}  ${text(`score_${name}`)}${counted}`
      }),
    // What stops the release comes first.
    ...(score.next && refused.length === 0
      ? [`${text('next_step', { gain: score.next.gain })} ${text(`step_${score.next.name}`)}`]
      : []),
  ]
}

function section({ paint, text }: Style, title: string, rows: string[][]): string[] {
  if (rows.length === 0) return []
  const more = rows.length - maxRows
  return [
    '',
    paint('bold', title),
    ...table(rows.slice(0, maxRows)),
    ...(more > 0 ? [`  ${text('and_more', { count: more })}`] : []),
  ]
}

function nodeRow(
  { comfy_node_name: name, category, inputs, outputs, conditional, browser_script: script }: ComfyNode,
  { text }: Style,
): string[] {
  return [
    name,
    category ?? '?',
    text('in_and_out', { inputs: inputs.length, outputs: outputs.length }),
    script ? text('browser_only') : conditional ? text('conditional') : '',
  ]
}

export function findingLines(findings: readonly Finding[], { text, paint }: Style): string[] {
  if (findings.length === 0) return []
  const shown = findings.slice(0, maxFindings).flatMap((finding) => {
    const { severity, rule, message, fix, file_path: file, line_number: line, code_snippet: code } = finding
    const place = file === undefined ? '' : line === undefined ? file : `${file}:${line}`
    const head = isBlocking(finding) ? text('severity_blocks', { severity }) : severity
    return [
      `${paint(colors[severity], head)} ${plain(place)} ${paint('dim', rule)}`.replace('  ', ' '),
      `  ${plain(message)}${line === undefined && code ? ` ${plain(code)}` : ''}`,
      ...pathLines(finding.path, text),
      ...(fix ? [`  ${text('fix', { fix: plain(fix) })}`] : []),
    ]
  })
  const more = findings.length - maxFindings
  return [
    '',
    paint('bold', text('findings_count', { count: findings.length })),
    ...shown,
    ...(more > 0 ? [text('and_more', { count: more })] : []),
  ]
}

function sinceLines(
  { version, verdict, changes, capabilities, requirements }: Difference,
  style: Style,
): string[] {
  const { text } = style
  const mark = { major: '✖', minor: '+', patch: '·' } as const
  return [
    '',
    style.paint('bold', text(`since_${verdict}`, { version })),
    ...table(
      changes
        .slice(0, maxRows)
        .map(({ kind, verdict: weight, comfy_node_name: node, part = '' }) => [
          mark[weight],
          node,
          part,
          kind.replaceAll('_', ' '),
        ]),
    ),
    ...section(
      style,
      text('gained_count', { count: capabilities.gained.length }),
      capabilities.gained.map(({ kind, subject }) => [kind, subject || text('computed')]),
    ),
    ...section(
      style,
      text('new_requirements_count', { count: requirements.added.length }),
      requirements.added.map((line) => [line]),
    ),
  ]
}

function verdictLines({ verdict, refused, inspection }: Check, { text, paint }: Style): string[] {
  const reasons = refused.map(({ code, message, file, line }) => {
    const place = file === undefined ? '' : `${file}:${line ?? 1} `
    return `  ${plain(place + message)} (${code})`
  })
  const isStopped = refused.every(({ code }) => certainRules.includes(code))
  const rule = refused[0]?.code ?? ''
  if (verdict === 'refused')
    return [paint('red', isStopped ? text('publish_stops', { rule }) : text('would_be_refused')), ...reasons]
  const holding = inspection?.findings.filter(isBlocking) ?? []
  return verdict === 'waiting'
    ? [
        paint('yellow', text('would_wait', { count: holding.length })),
        ...heldLines(heldGroupsOf(holding.map(({ rule }) => rule)), text),
      ]
    : [paint('green', text('would_be_listed'))]
}

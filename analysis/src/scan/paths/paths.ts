import { defined } from '../../ground/defined.ts'
import { type Finding, isBlocking, type PathStep } from '../../ground/finding.ts'
import { argumentsOf, type CodeFacts, isProgramStart } from '../flow/code-facts.ts'
import type { Call, TextPlace } from '../flow/flow.ts'
import { outerHostOf } from '../flow/hosts.ts'
import { origins } from '../flow/origins.ts'
import type { Step, Trail } from '../flow/trails.ts'
import type { Value } from '../flow/values.ts'
import { carrierNouns, originsOfRules, sinkNouns, sourceNouns } from './nouns.ts'

/** Longer paths lose steps in the middle. */
const most = 8
const longestDetail = 60
/** Shorter parts of a text say little. */
const shortestPart = 6
const allOrigins = [...new Set(sourceNouns.map(({ origin }) => origin))]

export interface PathFacts {
  facts: CodeFacts
  /** The calls of all files that are followed together. */
  calls: readonly Call[]
  language: 'python' | 'javascript'
  /** The texts of all files that are followed together. */
  texts: readonly TextPlace[]
}

/** Adds the way of the value from its source to the place that a rule reports. */
export function withPath(finding: Finding, about: PathFacts): Finding {
  const { rule, line_number: line } = finding
  const wanted = originsOfRules[rule]
  if (line === undefined || wanted?.length === 0 || !(wanted || isBlocking(finding))) return finding
  const sinks = callsAt(line, about)
  const [first] = sinks
  // Rules report the call that opens a file in place of the one that writes it.
  const writing = first && opensFile.test(first.call.name) ? writesAfter(first, about) : []
  const all = [...sinks, ...writing]
  const path =
    pathOfOrigin(all, wanted ?? allOrigins, about) ?? pathOfText([...writing, ...sinks], wanted, about)
  return path ? { ...finding, path: shortened(path) } : finding
}

interface Sink {
  call: Call
  step: PathStep
}

/** Returns the calls of a line; those that are known as sinks come first. */
function callsAt(line: number, { facts, language }: PathFacts): Sink[] {
  const known: Sink[] = []
  const others: Sink[] = []
  for (const call of facts.calls) {
    if (call.line !== line) continue
    const row = sinkNouns.find(({ call: name, of }) => (of ?? language) === language && name.test(call.name))
    const noun = row?.noun ?? 'call'
    const step = { file: facts.path, line, kind: 'sink', noun, ...shown(subjectOf(call, noun)) } as const
    ;(row ? known : others).push({ call, step })
  }
  return [...known, ...others]
}

const opensFile = /(^|\.)(fd)?open$/
const writesFile = /\.(write|writelines|dump)$/
/** A file is written soon after it is opened. */
const nearby = 8

function writesAfter({ step }: Sink, { facts }: PathFacts): Sink[] {
  return facts.calls
    .filter(({ line, name }) => line > step.line && line <= step.line + nearby && writesFile.test(name))
    .map((call) => ({ call, step }))
}

function pathOfOrigin(
  sinks: readonly Sink[],
  wanted: readonly (keyof typeof origins)[],
  about: PathFacts,
): PathStep[] | undefined {
  for (const one of wanted)
    for (const { call, step } of sinks) {
      const bit = origins[one]
      const trail = valuesOf(call)
        .filter(({ origin }) => (origin & bit) !== 0)
        .flatMap(({ trails }) => trails.filter(({ origin }) => (origin & bit) !== 0))[0]
      if (trail) return [...stepsOf(trail, bit, about), step]
    }
  return undefined
}

function stepsOf(trail: Trail, wanted: number, about: PathFacts): PathStep[] {
  const passed: Step[] = []
  for (let one: Trail | undefined = trail; one; one = one.before) passed.unshift(one.step)
  const seen = new Set<string>()
  const steps = passed.flatMap((step) => {
    const place = `${step.line}:${step.file}`
    if (seen.has(place)) return []
    seen.add(place)
    return step.origin === 0 ? toCarrier(step) : toSource(step, wanted, about)
  })
  return steps.filter((step, i) => i === 0 || step.kind !== 'source')
}

/** The source of a value that a path names is where the path is written. */
function toSource(step: Step, wanted: number, { calls, texts }: PathFacts): PathStep[] {
  const { file, line, name, literal, origin } = step
  const isNamed = (row: (typeof sourceNouns)[number]) => !row.name || row.name.test(`${name} ${literal}`)
  const row =
    sourceNouns.find((one) => (origins[one.origin] & wanted & origin) !== 0 && isNamed(one)) ??
    sourceNouns.find((one) => (origins[one.origin] & origin) !== 0 && isNamed(one))
  const noun = row?.noun ?? 'text'
  const here: PathStep = { file, line, kind: 'source', noun, ...shown(literal || name) }
  if ((origin & placed) === 0) return [here]
  const read = calls.filter((call) => call.line === line && call.file === file)
  const written = writtenPlace(read.flatMap(textsOf).filter(isPlace), texts, step)
  if (!written) return [here]
  return [{ ...here, file: written.file, line: written.line, ...shown(written.text) }, ...toCarrier(step)]
}

/** The origins of what is read from a place that a text names. */
const placed =
  origins.secret |
  origins.credential |
  origins.private |
  origins.home |
  origins.kept |
  origins.data |
  origins.file

const isPlace = (text: string) => /[\\/.]/.test(text) && outerHostOf(text) === ''

function toCarrier({ file, line, name, by }: Step): PathStep[] {
  if (name === '') return []
  const row = by === 'call' ? carrierNouns.find((one) => one.name.test(name)) : undefined
  const noun = row?.noun ?? (by === 'variable' ? 'variable' : 'function')
  return [{ file, line, kind: row?.hides ? 'hides' : 'carrier', noun, ...shown(name) }]
}

/** Without an origin, the texts of a call tell where its content is written. */
function pathOfText(
  sinks: readonly Sink[],
  wanted: readonly string[] | undefined,
  { texts }: PathFacts,
): PathStep[] | undefined {
  const isOutside = ({ file, line }: TextPlace, { step }: Sink) =>
    file !== step.file || line < step.line || line > step.line + nearby
  const noun = sourceNouns.find(({ origin, name }) => !name && wanted?.includes(origin))?.noun ?? 'text'
  for (const sink of sinks) {
    const { call, step } = sink
    const others = texts.filter((one) => isOutside(one, sink))
    const found = writtenPlace(textsOf(call), others, step)
    if (found)
      return [{ file: found.file, line: found.line, kind: 'source', noun, ...shown(found.text) }, step]
  }
  return undefined
}

/** Returns the values of a call, without the environment that it sets. */
const valuesOf = (call: Call) =>
  [...argumentsOf(call), call.receiver].filter(({ names }) => !names.includes('os.environ'))

const textsOf = (call: Call) => valuesOf(call).flatMap(textsIn)

function textsIn({ texts, items, fields }: Value): string[] {
  return [...texts, ...[...(items ?? []), ...(fields?.values() ?? [])].flatMap(textsIn)]
}

/** Returns another line where one of the texts is written, or else its longest part. */
function writtenPlace(
  wanted: readonly string[],
  texts: readonly TextPlace[],
  { file, line }: { file: string; line: number },
): TextPlace | undefined {
  const others = texts.filter((one) => one.line !== line || one.file !== file)
  const longest = (found: readonly TextPlace[]) =>
    found.reduce<TextPlace | undefined>(
      (best, one) => (best && best.text.length >= one.text.length ? best : one),
      undefined,
    )
  const whole = new Set(wanted.filter(({ length }) => length > 3))
  return (
    longest(others.filter(({ text }) => whole.has(text))) ??
    longest(others.filter(({ text }) => wanted.some((one) => isPart(text, one))))
  )
}

/** Whether a text is a part of another one, or some folders of a path. */
function isPart(text: string, whole: string): boolean {
  if (text.length >= whole.length) return false
  if (text.length >= shortestPart && whole.includes(text)) return true
  const folders = whole.split(/[\\/]/)
  return text.split(/[\\/]/).some((inner) => inner.length > 2 && folders.includes(inner))
}

function subjectOf(call: Call, noun: string): string {
  if (noun === 'program' && isProgramStart(call)) {
    const [command] = call.args
    return (command?.items?.[0] ?? command)?.texts[0]?.split(/\s/)[0] ?? call.name
  }
  const host = argumentsOf(call)
    .flatMap(({ texts }) => texts)
    .map(outerHostOf)
    .find((one) => one !== '')
  return host ?? call.name
}

function shortened(steps: readonly PathStep[]): PathStep[] {
  const left = steps.length - most
  if (left <= 0) return [...steps]
  const half = most / 2
  return [...steps.slice(0, half), ...steps.slice(-half)].map((step, i) =>
    i === half ? { ...step, left_out: left } : step,
  )
}

/** Names in packs are anything that their authors chose; a long word may be a secret. */
function shown(text: string): Pick<PathStep, 'detail'> {
  const clean = (outerHostOf(text) || text).replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  if (/[\w+=-]{32,}/.test(clean)) return {}
  const letters = [...clean]
  const detail = letters.length <= longestDetail ? clean : `${letters.slice(0, longestDetail - 1).join('')}…`
  return defined({ detail: detail || undefined })
}

import { spawn } from 'node:child_process'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Additional input of a step, or the reason why it cannot run here. */
export type Prepared = { env?: Record<string, string>; args?: string[] } | { skip: string }

export interface Step {
  name: string
  command: [string, ...string[]]
  cwd?: string
  env?: Record<string, string>
  /** The number of cores it uses; 1 by default. */
  cores?: number
  /** Names of steps that must have passed. */
  after?: string[]
  prepare?: () => Promise<Prepared>
  /** Reads a test runner's counts; undefined when it ran no test. A step without this counts as one check. */
  count?: (output: string) => Counts | undefined
}

export interface Result {
  name: string
  state: 'passed' | 'failed' | 'skipped'
  counts: Counts
  seconds: number
  output: string
  /** Why it was skipped, or failed without output. */
  note?: string
}

/** Called when a step starts, when it ends, and every ten seconds with what is left. */
export interface Progress {
  onStart?: (step: Step) => void
  onResult: (result: Result) => void
  onTick?: (left: string) => void
}

const tickMs = 10_000

/**
 * Runs steps in parallel as far as the cores and their order allow. Returns the results in the steps' order.
 */
export async function runSteps(
  steps: Step[],
  cores: number,
  { onStart, onResult, onTick }: Progress,
): Promise<Result[]> {
  const results = new Map<string, Result>()
  const running = new Map<string, { cores: number; done: Promise<void>; work: Work }>()
  const waiting = [...steps]
  const start = (step: Step) => {
    waiting.splice(waiting.indexOf(step), 1)
    onStart?.(step)
    const work: Work = { startedAt: performance.now(), chunks: [] }
    const done = runStep(step, results, work).then((result) => {
      results.set(step.name, result)
      running.delete(step.name)
      onResult(result)
    })
    running.set(step.name, { cores: coresOf(step, cores), done, work })
  }
  const ticking = setInterval(() => {
    const now = [...running].map(([name, { work }]) => `${name} (${describeWork(work)})`)
    const later = waiting.length > 0 ? `; then: ${waiting.map(({ name }) => name).join(', ')}` : ''
    onTick?.(`… running: ${now.join(', ')}${later}`)
  }, tickMs)
  try {
    while (waiting.length > 0 || running.size > 0) {
      const used = [...running.values()].reduce((sum, { cores }) => sum + cores, 0)
      const next = waiting.find((step) => isReady(step, results) && used + coresOf(step, cores) <= cores)
      if (next) start(next)
      else if (running.size > 0) await Promise.race([...running.values()].map(({ done }) => done))
      else throw new Error(`These steps wait for each other: ${waiting.map(({ name }) => name).join(', ')}`)
    }
  } finally {
    clearInterval(ticking)
  }
  return steps.flatMap(({ name }) => results.get(name) ?? [])
}

/** A running step: its start, and its output so far. */
interface Work {
  startedAt: number
  chunks: Buffer[]
}

/** Groups of test files print when they end, so the number of tests grows in steps. */
function describeWork({ startedAt, chunks }: Work): string {
  const tests =
    Buffer.concat(chunks)
      .toString('utf8')
      .match(/^ *[✔✖✓×] /gm)?.length ?? 0
  const seconds = `${Math.round((performance.now() - startedAt) / 1000)} s`
  return tests > 0 ? `${seconds}, ${tests} tests` : seconds
}

/** Sums the totals that `node --test` prints; undefined when it ran no test. */
export function countNodeTests(output: string): Counts | undefined {
  const sum = (name: string) =>
    [...output.matchAll(new RegExp(`^ℹ ${name} (\\d+)$`, 'gm'))].reduce(
      (total, [, count]) => total + Number(count),
      0,
    )
  if (sum('tests') === 0) return undefined
  return {
    passed: sum('pass'),
    failed: sum('fail') + sum('cancelled'),
    skipped: sum('skipped') + sum('todo'),
  }
}

/** Returns the lines of `node --test` with its totals. */
export function countLines(output: string): string[] {
  return output.match(/^ℹ (?:tests|pass|fail|cancelled|skipped|todo) \d+$/gm) ?? []
}

/** Adds up counts. */
export function sumCounts(all: Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

function coresOf(step: Step, available: number): number {
  return Math.min(step.cores ?? 1, available)
}

function isReady(step: Step, results: Map<string, Result>): boolean {
  return (step.after ?? []).every((name) => results.has(name))
}

async function runStep(step: Step, results: Map<string, Result>, work: Work): Promise<Result> {
  const finish = (state: Result['state'], counts: Counts, output: string, note?: string): Result => {
    const seconds = (performance.now() - work.startedAt) / 1000
    return { name: step.name, state, counts, seconds, output, ...(note === undefined ? {} : { note }) }
  }
  const missing = (step.after ?? []).filter((name) => results.get(name)?.state !== 'passed')
  if (missing.length > 0) return finish('skipped', oneSkipped, '', `needs: ${missing.join(', ')}`)
  try {
    const prepared = await step.prepare?.()
    if (prepared && 'skip' in prepared) return finish('skipped', oneSkipped, '', prepared.skip)
    const { code, output } = await run(step, prepared?.args ?? [], { ...step.env, ...prepared?.env }, work)
    const { counts, note } = judge(step, code, output)
    return finish(counts.failed > 0 ? 'failed' : 'passed', counts, output, note)
  } catch (error) {
    return finish('failed', oneFailed, '', error instanceof Error ? error.message : String(error))
  }
}

const onePassed: Counts = { passed: 1, failed: 0, skipped: 0 }
const oneFailed: Counts = { passed: 0, failed: 1, skipped: 0 }
const oneSkipped: Counts = { passed: 0, failed: 0, skipped: 1 }

function judge(step: Step, code: number, output: string): { counts: Counts; note?: string } {
  if (!step.count) return { counts: code === 0 ? onePassed : oneFailed }
  const counts = step.count(output)
  if (!counts) return { counts: oneFailed, note: code === 0 ? 'no test ran' : 'ended before a test ran' }
  if (code === 0 || counts.failed > 0) return { counts }
  return { counts: { ...counts, failed: 1 }, note: `every test passed, but the exit code is ${code}` }
}

const children = new Set<ReturnType<typeof spawn>>()

/** Kills every running step. */
export function killSteps(): void {
  for (const child of children) child.kill('SIGTERM')
}

function run(
  { command: [program, ...args], cwd }: Step,
  moreArgs: string[],
  env: Record<string, string>,
  { chunks }: Work,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, ...moreArgs], {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.add(child)
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      children.delete(child)
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') })
    })
  })
}

import { spawn } from 'node:child_process'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Additional input of a step, or the reason why it cannot run here. */
export type Prepared = { env?: Record<string, string> } | { skip: string }

export interface Step {
  name: string
  command: [string, ...string[]]
  env?: Record<string, string>
  /** Uses two cores, and runs after the light steps. */
  isHeavy?: boolean
  /** Uses one core or more for minutes, and runs after the heavy steps, beside others like it. */
  isLong?: boolean
  /** The light step that must have passed before this heavy one. */
  needs?: string
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

/** Called when a step starts, when it ends, and every ten seconds with what is running. */
export interface Progress {
  onStart?: (step: Step) => void
  onResult: (result: Result) => void
  onTick?: (running: string) => void
}

const tickMs = 10_000

/**
 * Runs light steps on each core, then heavy ones on two cores each, and then long ones on each core, so that one's end
 * leaves no core without work. Returns the results in the steps' order.
 */
export async function runSteps(
  steps: Step[],
  cores: number,
  { onStart, onResult, onTick }: Progress,
): Promise<Result[]> {
  const results = new Map<string, Result>()
  const running = new Map<string, { since: number; passed: number }>()
  const runAll = async (queue: Step[], atOnce: number) => {
    const runNext = async () => {
      for (let step = queue.shift(); step; step = queue.shift()) {
        const state = { since: performance.now(), passed: 0 }
        running.set(step.name, state)
        onStart?.(step)
        const result = await runStep(step, results, (text) => {
          state.passed += countPassed(text)
        })
        running.delete(step.name)
        results.set(step.name, result)
        onResult(result)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, runNext))
  }
  const ticking = setInterval(() => {
    const described = [...running].map(([name, { since, passed }]) => {
      const seconds = Math.round((performance.now() - since) / 1000)
      return `${name} (${seconds} s${passed > 0 ? `, ${passed} tests passed` : ''})`
    })
    onTick?.(`… running: ${described.join(', ')}`)
  }, tickMs)
  try {
    await runAll(
      steps.filter(({ isHeavy, isLong }) => !isHeavy && !isLong),
      cores,
    )
    await runAll(
      steps.filter(({ isHeavy }) => isHeavy),
      Math.max(1, Math.floor(cores / 2)),
    )
    await runAll(
      steps.filter(({ isLong }) => isLong),
      cores,
    )
  } finally {
    clearInterval(ticking)
  }
  return steps.flatMap(({ name }) => results.get(name) ?? [])
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

/** Returns what `node --test` wrote about failed tests at the end of each process. */
export function listFailures(output: string): string[] {
  const [, ...parts] = output.split(/^✖ failing tests:$/m)
  return parts.map((part) => (part.split(/^[▶✔ℹ] /m)[0] ?? '').trim())
}

/** Adds up counts. */
export function sumCounts(all: Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** Counts the tests in a part of the output of `node --test`. Files and suites that have a result count too. */
function countPassed(output: string): number {
  return output.match(/^ *✔ /gm)?.length ?? 0
}

async function runStep(
  step: Step,
  results: Map<string, Result>,
  onOutput: (text: string) => void,
): Promise<Result> {
  const startedAt = performance.now()
  const finish = (state: Result['state'], counts: Counts, output: string, note?: string): Result => {
    const seconds = (performance.now() - startedAt) / 1000
    return { name: step.name, state, counts, seconds, output, ...(note === undefined ? {} : { note }) }
  }
  if (step.needs && results.get(step.needs)?.state !== 'passed')
    return finish('skipped', oneSkipped, '', `needs: ${step.needs}`)
  try {
    const prepared = await step.prepare?.()
    if (prepared && 'skip' in prepared) return finish('skipped', oneSkipped, '', prepared.skip)
    const { code, output } = await run(step, { ...step.env, ...prepared?.env }, onOutput)
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
  { command: [program, ...args] }: Step,
  env: Record<string, string>,
  onOutput: (text: string) => void,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    children.add(child)
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      onOutput(chunk.toString('utf8'))
    })
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      children.delete(child)
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') })
    })
  })
}

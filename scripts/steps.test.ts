import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Counts,
  countNodeTests,
  listFailures,
  type Result,
  runSteps,
  type Step,
  sumCounts,
} from './steps.ts'

const script = (code: string): [string, ...string[]] => [process.execPath, '-e', code]
const quiet = { onResult: () => undefined }

async function resultOf(step: Omit<Step, 'name'>): Promise<Result> {
  const [result] = await runSteps([{ name: 'step', ...step }], 1, quiet)
  assert(result)
  return result
}

describe('check steps', () => {
  it('passes or fails a step by its exit code, and keeps its output', async () => {
    const passed = await resultOf({ command: script('console.log("out"); console.error("err")') })
    assert.deepEqual([passed.state, passed.counts], ['passed', { passed: 1, failed: 0, skipped: 0 }])
    assert.match(passed.output, /out/)
    assert.match(passed.output, /err/)
    const failed = await resultOf({ command: script('process.exit(3)') })
    assert.deepEqual([failed.state, failed.counts], ['failed', { passed: 0, failed: 1, skipped: 0 }])
  })

  it('reports the start of each step before its result', async () => {
    const seen: string[] = []
    const steps = ['a', 'b'].map((name): Step => ({ name, command: script('') }))
    await runSteps(steps, 1, {
      onStart: ({ name }) => seen.push(`start ${name}`),
      onResult: ({ name }) => seen.push(`end ${name}`),
    })
    assert.deepEqual(seen, ['start a', 'end a', 'start b', 'end b'])
  })

  it('reports a missing program as a failure', async () => {
    assert.equal((await resultOf({ command: ['no-such-program'] })).state, 'failed')
  })

  it('sums the counts of node --test; cancelled tests failed', () => {
    const output = 'ℹ tests 4\nℹ pass 1\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 0\n'
    assert.deepEqual(countNodeTests(output), { passed: 1, failed: 2, skipped: 1 })
    assert.deepEqual(countNodeTests(output + output), { passed: 2, failed: 4, skipped: 2 })
  })

  it('finds the failures in the output of several processes', () => {
    const failing = 'test at a.test.ts:1:1\n✖ adds (1ms)\n  AssertionError: 2 !== 3'
    const output = `▶ adding\n  ✖ adds (1ms)\nℹ fail 1\n\n✖ failing tests:\n\n${failing}\n▶ more\n  ✔ adds (1ms)\nℹ fail 0\n`
    assert.deepEqual(listFailures(output + output), [failing, failing])
    assert.deepEqual(listFailures('▶ more\n  ✔ adds (1ms)\nℹ fail 0\n'), [])
  })

  it('fails a run without tests, or one that passed with a bad exit code', async () => {
    const none = await resultOf({ command: script('console.log("ℹ tests 0")'), count: countNodeTests })
    assert.deepEqual([none.state, none.note], ['failed', 'no test ran'])
    const leaking = await resultOf({
      command: script('console.log("ℹ tests 2\\nℹ pass 2"); process.exit(7)'),
      count: countNodeTests,
    })
    assert.deepEqual([leaking.state, leaking.counts], ['failed', { passed: 2, failed: 1, skipped: 0 }])
  })

  it("passes prepared values to a step's process, and skips a step that cannot run here, with the reason", async () => {
    const prepared = await resultOf({
      command: script('console.log(process.env.GREETING)'),
      prepare: async () => ({ env: { GREETING: 'hello' } }),
    })
    assert.equal(prepared.output, 'hello\n')
    const skipped = await resultOf({ command: script(''), prepare: async () => ({ skip: 'no database' }) })
    assert.deepEqual([skipped.state, skipped.note, skipped.counts.skipped], ['skipped', 'no database', 1])
    const broken = await resultOf({
      command: script(''),
      prepare: () => Promise.reject(new Error('no browser')),
    })
    assert.deepEqual([broken.state, broken.note], ['failed', 'no browser'])
  })

  it('skips a step when the one that it needs failed', async () => {
    const steps: Step[] = [
      { name: 'last', command: script(''), isHeavy: true, needs: 'first' },
      { name: 'never', command: script(''), isHeavy: true, needs: 'broken' },
      { name: 'first', command: script('') },
      { name: 'broken', command: script('process.exit(1)') },
    ]
    const results = await runSteps(steps, 2, quiet)
    assert.deepEqual(
      results.map(({ name, state }) => [name, state]),
      [
        ['last', 'passed'],
        ['never', 'skipped'],
        ['first', 'passed'],
        ['broken', 'failed'],
      ],
    )
  })

  it('runs light steps in parallel, then heavy ones alone, and then long ones in parallel', async () => {
    const now: string[] = []
    const seen: string[][] = []
    const noted = (name: string, weight: Pick<Step, 'isHeavy' | 'isLong'> = {}): Step => ({
      name,
      ...weight,
      command: script(''),
      prepare: async () => {
        now.push(name)
        seen.push([...now])
        return {}
      },
    })
    const [isHeavy, isLong] = [{ isHeavy: true }, { isLong: true }]
    const steps = [
      noted('e', isLong),
      noted('c', isHeavy),
      noted('a'),
      noted('b'),
      noted('d', isHeavy),
      noted('f', isLong),
    ]
    await runSteps(steps, 2, { onResult: ({ name }) => now.splice(now.indexOf(name), 1) })
    assert.deepEqual(seen, [['a'], ['a', 'b'], ['c'], ['d'], ['e'], ['e', 'f']])
  })

  it('adds up counts', () => {
    const one: Counts = { passed: 1, failed: 2, skipped: 3 }
    assert.deepEqual(sumCounts([one, one]), { passed: 2, failed: 4, skipped: 6 })
  })

  it('reports how many tests of a running step passed', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const lines: string[] = []
    const step: Step = {
      name: 'step',
      command: script("console.log('✔ a (1ms)\\n  ✔ b (1ms)\\n✖ c (1ms)')"),
      count: (output) => {
        t.mock.timers.tick(10_000)
        return countNodeTests(output)
      },
    }
    await runSteps([step], 1, { onResult: () => {}, onTick: (line) => lines.push(line) })
    assert.deepEqual(
      lines.map((line) => line.replace(/\d+ s/, 'N s')),
      ['… running: step (N s, 2 tests passed)'],
    )
  })

  it('reports every ten seconds what is running', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const lines: string[] = []
    await runSteps([{ name: 'long', command: script('') }], 1, {
      onStart: () => t.mock.timers.tick(10_000),
      onResult: () => {},
      onTick: (line) => lines.push(line),
    })
    t.mock.timers.tick(20_000)
    assert.deepEqual(
      lines.map((line) => line.replace(/\d+/, 'N')),
      ['… running: long (N s)'],
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Counts, countNodeTests, type Result, runSteps, type Step, sumCounts } from './steps.ts'

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
      command: script('console.log(process.env.GREETING, ...process.argv.slice(1))'),
      prepare: async () => ({ env: { GREETING: 'hello' }, args: ['world'] }),
    })
    assert.equal(prepared.output, 'hello world\n')
    const skipped = await resultOf({ command: script(''), prepare: async () => ({ skip: 'no database' }) })
    assert.deepEqual([skipped.state, skipped.note, skipped.counts.skipped], ['skipped', 'no database', 1])
    const broken = await resultOf({
      command: script(''),
      prepare: () => Promise.reject(new Error('no browser')),
    })
    assert.deepEqual([broken.state, broken.note], ['failed', 'no browser'])
  })

  it('runs a step after its dependencies, and skips it when one of them failed', async () => {
    const finished: string[] = []
    const steps: Step[] = [
      { name: 'last', command: script(''), after: ['first'] },
      { name: 'never', command: script(''), after: ['broken'] },
      { name: 'first', command: script('') },
      { name: 'broken', command: script('process.exit(1)') },
    ]
    const results = await runSteps(steps, 2, { onResult: ({ name }) => finished.push(name) })
    assert(finished.indexOf('first') < finished.indexOf('last'))
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

  it('runs large steps alone and small ones in parallel', async () => {
    const now: string[] = []
    const seen: string[][] = []
    const noted = (name: string, cores: number): Step => ({
      name,
      cores,
      command: script(''),
      prepare: async () => {
        now.push(name)
        seen.push([...now])
        return {}
      },
    })
    const steps = [noted('a', 1), noted('b', 1), noted('c', 2)]
    await runSteps(steps, 2, { onResult: ({ name }) => now.splice(now.indexOf(name), 1) })
    assert.deepEqual(seen, [['a'], ['a', 'b'], ['c']])
  })

  it('reports circular dependencies as an error', async () => {
    const steps: Step[] = [
      { name: 'a', command: script(''), after: ['b'] },
      { name: 'b', command: script(''), after: ['a'] },
    ]
    await assert.rejects(runSteps(steps, 2, quiet), { message: 'These steps wait for each other: a, b' })
  })

  it('adds up counts', () => {
    const one: Counts = { passed: 1, failed: 2, skipped: 3 }
    assert.deepEqual(sumCounts([one, one]), { passed: 2, failed: 4, skipped: 6 })
  })

  it('reports every ten seconds what is running and what is left', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const steps: Step[] = [
      { name: 'long', command: script('') },
      { name: 'next', command: script(''), after: ['long'] },
    ]
    const { promise: started, resolve: noteStart } = Promise.withResolvers<void>()
    const lines: string[] = []
    const done = runSteps(steps, 1, {
      onStart: () => noteStart(),
      onResult: () => {},
      onTick: (line) => lines.push(line),
    })
    await started
    t.mock.timers.tick(10_000)
    await done
    assert.match(lines[0] ?? '', /^… running: long \(\d+ s\); then: next$/)
    t.mock.timers.tick(20_000)
    assert.equal(lines.length, 1)
  })
})

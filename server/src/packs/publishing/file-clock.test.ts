import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FileClock, FileTimes } from './file-clock.ts'

/** Simulates a thread that spends CPU time on files, and returns the other end of its clock. */
function clockOf(work: readonly (readonly [path: string, ms: number])[]) {
  const seen = new FileClock()
  let cpuMs = 500
  const spent: number[] = []
  const own = { cpuMs: () => cpuMs, nowMs: () => cpuMs }
  const times = new FileTimes(new FileClock(seen.memory), (ms) => spent.push(ms), own)
  for (const [path, ms] of work) {
    times.turnTo(path)
    cpuMs += ms
  }
  return { seen, cpuMs, spent }
}

describe('the clock of files', () => {
  for (const [says, work, current, mostExpensive] of [
    ['knows no file before the first', [], undefined, undefined],
    ['names the only file', [['a.py', 5]], 'a.py', 'a.py'],
    [
      'names an expensive file that is finished',
      [
        ['a.py', 900],
        ['b.py', 5],
      ],
      'b.py',
      'a.py',
    ],
    [
      'names the file in which a thread is stuck',
      [
        ['a.py', 900],
        ['b.py', 5000],
      ],
      'b.py',
      'b.py',
    ],
    [
      'adds up the time of a file that is read in pieces',
      [
        ['a.py', 40],
        ['b.py', 50],
        ['a.py', 20],
        ['c.py', 1],
      ],
      'c.py',
      'a.py',
    ],
    [
      'counts earlier pieces of the current file',
      [
        ['a.py', 40],
        ['b.py', 50],
        ['a.py', 20],
      ],
      'a.py',
      'a.py',
    ],
    ['accepts names beyond ASCII', [['节点/é.py', 9]], '节点/é.py', '节点/é.py'],
  ] as const)
    it(says, () => {
      const { seen, cpuMs } = clockOf(work)
      assert.equal(seen.current(), current)
      assert.equal(seen.mostExpensive(cpuMs), mostExpensive)
    })

  it('forgets the files of the previous task', () => {
    const { seen, cpuMs } = clockOf([['a.py', 900]])
    new FileTimes(new FileClock(seen.memory), () => {})
    assert.equal(seen.current(), undefined)
    assert.equal(seen.mostExpensive(cpuMs), undefined)
  })

  it('keeps the beginning of a name that is too long', () => {
    const { seen } = clockOf([['x'.repeat(10_000), 1]])
    assert.match(seen.current() ?? '', /^x{4000,5000}$/)
  })

  it('reports the CPU time of the task', () => {
    assert.deepEqual(
      clockOf([
        ['a.py', 30],
        ['b.py', 50],
        ['c.py', 1],
      ]).spent,
      [0, 30, 80],
    )
  })
})

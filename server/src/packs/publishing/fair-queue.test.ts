import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FairQueue, type Queued } from './fair-queue.ts'

interface Named extends Queued {
  name: string
}

/** Parses `ann@home`. `~` marks background work, `!` short work, and a name alone the registry's own work. */
function task(text: string): Named {
  const [, mark = '', account = '', , sender] = /^([~!]?)([a-z]+)\d*(@(\w+))?$/.exec(text) ?? []
  return {
    name: text,
    isBackground: mark === '~',
    isShort: mark === '!',
    ...(sender ? { uploader: { account, sender } } : {}),
  }
}

interface Case {
  threads?: number
  running?: string
  waiting: string
  /** CPU time of earlier tasks. */
  used?: Record<string, number>
  starts: string
}

const cases: Record<string, Case> = {
  'starts tasks of one account in their order': {
    waiting: 'ann1@home ann2@home',
    threads: 4,
    starts: 'ann1@home ann2@home',
  },
  'never gives one account more than half of the threads': {
    waiting: 'ann1@home ann2@home ann3@home',
    threads: 3,
    starts: 'ann1@home',
  },
  'starts a task of another account at the address of a busy one': {
    running: 'ann1@home',
    waiting: 'ann2@home ben@home',
    starts: 'ben@home',
  },
  'keeps a thread for other addresses': {
    running: 'ann@home ben@home',
    waiting: 'cat@home dan@work',
    starts: 'dan@work',
  },
  'starts nothing if only busy addresses wait': {
    running: 'ann@home ben@home',
    waiting: 'cat@home',
    starts: '',
  },
  'prefers an address with fewer running tasks': {
    threads: 6,
    running: 'ann@home ben@home',
    waiting: 'cat@home dan@work',
    starts: 'dan@work cat@home',
  },
  'prefers the account that used less CPU time': {
    used: { 'ann@home': 900, 'ben@home': 10 },
    waiting: 'ann@home ben@home',
    starts: 'ben@home ann@home',
  },
  'prefers the address that used less CPU time': {
    used: { 'ann@home': 900 },
    waiting: 'ben@home dan@work',
    starts: 'dan@work ben@home',
  },
  'checks structures while the account is busy': {
    running: 'ann@home',
    waiting: 'ann@home !ann@home',
    starts: '!ann@home',
  },
  'puts many structures of one address behind one of another': {
    running: '!ann@home !ann@home',
    waiting: '!ann@home !ann@home dan@work',
    starts: 'dan@work',
  },
  "starts the registry's own work beside anything": {
    running: 'ann@home ben@home',
    waiting: 'ann@home registry',
    starts: 'registry',
  },
  'leaves background work until nothing else can start': {
    waiting: '~rescan ann@home',
    starts: 'ann@home ~rescan',
  },
  'never gives the last thread to background work': {
    running: 'ann@home ben@work',
    waiting: '~rescan',
    starts: '',
  },
  'does background work on an only thread': { threads: 1, waiting: '~rescan', starts: '~rescan' },
  'gives an only thread to anyone': { threads: 1, waiting: 'ann@home ben@home', starts: 'ann@home' },
}

const tasksIn = (text: string) => text.split(' ').filter(Boolean).map(task)

describe('the queue for analysis threads', () => {
  for (const [says, { threads = 3, running = '', waiting, used = {}, starts }] of Object.entries(cases))
    it(says, () => {
      const queue = new FairQueue<Named>(threads, () => 0)
      for (const [who, ms] of Object.entries(used)) queue.charge(task(who), ms)
      for (const one of tasksIn(waiting)) queue.add(one)
      const busy = tasksIn(running)
      const started: string[] = []
      while (busy.length < threads) {
        const next = queue.take(busy)
        if (!next) break
        busy.push(next)
        started.push(next.name)
      }
      assert.equal(started.join(' '), starts)
    })

  it('forgives CPU time that was used long ago', () => {
    let now = 0
    const queue = new FairQueue<Named>(1, () => now)
    queue.charge(task('ann@home'), 60_000)
    now = 3 * 3600_000
    queue.charge(task('ben@work'), 1000)
    for (const one of tasksIn('ben@work ann@home')) queue.add(one)
    assert.equal(queue.take([])?.name, 'ann@home')
  })

  it('returns the waiting tasks when it is cleared', () => {
    const queue = new FairQueue<Named>(1)
    for (const one of tasksIn('ann@home ~rescan')) queue.add(one)
    assert.deepEqual(
      queue.clear().map(({ name }) => name),
      ['ann@home', '~rescan'],
    )
    assert.equal(queue.take([]), undefined)
  })
})

import { Chance } from '../data/chance.ts'
import type { Arrival } from './open-loop.ts'

/** A single request of a client. */
export interface Request extends Arrival {
  kind: Kind
  of: 'site' | 'api'
  path: string
  /** Requests a change since the last response. */
  isConditional?: boolean
}

export type Kind = 'sync' | 'catalogue' | 'typing' | 'page' | 'install'

/** Average starts per second of each kind; a sync and a typed search are several requests. */
export type Rates = Record<Kind, number>

/** Possible subjects, best-known first. */
export interface Known {
  nodeIds: readonly string[]
  names: readonly string[]
}

/** A quiet minute: programs that start, people that browse. */
export const dailyRates: Rates = { sync: 0.2, catalogue: 4, typing: 1, page: 8, install: 4 }

/** A new release of the tool: everyone starts it and opens its page at once. */
export const launchRates: Rates = { sync: 2, catalogue: 40, typing: 4, page: 60, install: 40 }

const pagesOfASync = 20
const betweenPagesMs = 60
const betweenLettersMs = 150
const sync = 'limit=30&comfyui_version=v0.3.40&form_factor=git-linux'

/** Generates all requests of a period in order of time, deterministic by seed. */
export function arrivals(seed: number, rates: Rates, seconds: number, known: Known): Request[] {
  const chance = new Chance(seed)
  const all = (Object.keys(rates) as Kind[]).flatMap((kind) =>
    startTimes(chance, rates[kind], seconds).flatMap((atMs) => requestsOf[kind](chance, atMs, known)),
  )
  return all.toSorted((a, b) => a.atMs - b.atMs)
}

/** Generates independent start times (a Poisson process) in ms. */
export function startTimes(chance: Chance, perSecond: number, seconds: number): number[] {
  const times = []
  const gap = () => (-Math.log(1 - chance.next()) * 1000) / perSecond
  for (let atMs = gap(); atMs < seconds * 1000; atMs += gap()) times.push(atMs)
  return times
}

const requestsOf: Record<Kind, (chance: Chance, atMs: number, known: Known) => Request[]> = {
  sync: (_chance, atMs) =>
    Array.from({ length: pagesOfASync }, (_, index) => ({
      atMs: atMs + index * betweenPagesMs,
      kind: 'sync',
      of: 'api',
      path: `/nodes?page=${index + 1}&${sync}`,
    })),
  catalogue: (_chance, atMs) => [
    { atMs, kind: 'catalogue', of: 'api', path: '/catalogue/latest', isConditional: true },
  ],
  typing(chance, atMs, { names }) {
    const letters = [...chance.pickEarly(names)].slice(0, 8)
    return letters.slice(1).map((_, index) => ({
      atMs: atMs + index * betweenLettersMs,
      kind: 'typing',
      of: 'api',
      path: `/nodes/search?search=${encodeURIComponent(letters.slice(0, index + 2).join(''))}&limit=10`,
    }))
  },
  page(chance, atMs, { nodeIds, names }) {
    const path = chance.pick([
      () => '/',
      () => `/nodes/${chance.pickEarly(nodeIds)}`,
      () => `/nodes/${chance.pickEarly(nodeIds)}`,
      () => `/?q=${encodeURIComponent(chance.pickEarly(names))}`,
    ])()
    return [{ atMs, kind: 'page', of: 'site', path }]
  },
  install: (chance, atMs, { nodeIds }) => [
    { atMs, kind: 'install', of: 'api', path: `/nodes/${chance.pickEarly(nodeIds)}/install` },
  ],
}

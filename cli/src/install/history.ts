import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize, sep } from 'node:path'
import { isObject, parseJson } from '@nodeyard/analysis/ground'
import { disabledFolder } from '@nodeyard/planning/folders'
import { rethrowWriteError } from '../ground/errors.ts'
import { filesBelow } from './folder.ts'
import { whileHolding } from './holding.ts'

/**
 * The folder of earlier states, in the folder of all packs so that moving is renaming. The tool imports every folder whose name
 * does not end in `.disabled`, also those whose name begins with a dot. Source: `init_external_custom_nodes` of the tool.
 */
export const historyName = '.nodeyard.disabled'
const runningName = 'running'
const journalName = 'journal.json'
const format = 'nodeyard-history/1'

/** The changes that can be undone. Older ones are deleted with what they replaced. */
export const maxChanges = 20

const kinds = ['install', 'uninstall', 'disable', 'enable'] as const
export type ChangeKind = (typeof kinds)[number]

const states = ['started', 'done', 'undoing', 'undone', 'restored'] as const

/** What a change did to one pack. Undoing needs no more, and looks for files that the user added since. */
export interface ChangedPack {
  /** Its folder below the one of all packs, before the change. */
  name: string
  /** The earlier folder is in the history. */
  isReplaced?: true
  /** Another folder took its place. Its files, relative and with forward slashes. */
  files?: readonly string[]
  /** It was renamed to this path. */
  to?: string
  /** There was no folder for disabled packs before. */
  isFirstDisabled?: true
}

/** A path below the folder of all packs, and the one it gets. */
export type Move = readonly [from: string, to: string]

/** What a change is doing or did. Written before the first file moves. */
export interface Journal {
  format: typeof format
  command: ChangeKind
  created: string
  /** `restored`: it failed, and everything is as it was. */
  state: (typeof states)[number]
  packs: readonly ChangedPack[]
  /** The renames of the current state, in their order. */
  moves: readonly Move[]
  /** The Python packages before, as pip lists them. */
  freeze?: string
}

/** A change in the history. */
export class Entry {
  readonly packs: string
  readonly number: string
  journal: Journal

  constructor(packs: string, number: string, journal: Journal) {
    this.packs = packs
    this.number = number
    this.journal = journal
  }

  /** A path of this entry, relative to the folder of all packs. */
  within(...parts: string[]): string {
    return [historyName, this.number, ...parts].join('/')
  }

  path(...parts: string[]): string {
    return join(this.packs, historyName, this.number, ...parts)
  }

  /** Writes the journal, so that it is on the disk before what follows. */
  async write(part: Partial<Journal>): Promise<void> {
    const journal = { ...this.journal, ...part }
    const path = this.path(journalName)
    try {
      await mkdir(dirname(path), { recursive: true })
      const file = await open(`${path}.new`, 'w')
      try {
        await file.writeFile(JSON.stringify(journal))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
    } catch (error) {
      rethrowWriteError(error, path)
    }
    this.journal = journal
  }

  async writeLock(name: 'before.lock' | 'after.lock', text: string): Promise<void> {
    const path = this.path(name)
    await writeFile(path, text).catch((error) => rethrowWriteError(error, path))
  }

  /** Renames, after the journal says so. */
  async move(
    state: 'started' | 'undoing',
    moves: readonly Move[],
    packs = this.journal.packs,
  ): Promise<void> {
    await this.write({ state, moves, packs })
    for (const [from, to] of moves) await moveFile(join(this.packs, from), join(this.packs, to))
  }

  /** Takes back what was renamed so far, wherever it was interrupted. */
  async takeBack(): Promise<void> {
    const { state, moves } = this.journal
    let done = 0
    for (const move of moves) {
      if (!(await this.#isDone(move))) break
      done++
    }
    for (const [at, [from, to]] of [...moves.slice(0, done).entries()].toReversed()) {
      const [origin, place] = [join(this.packs, from), join(this.packs, to)]
      if (!(await isThere(place))) continue
      // Someone has put another folder there since.
      if (await isThere(origin)) await moveFile(origin, this.path('aside', String(at), from))
      await moveFile(place, origin)
    }
    await rm(this.path('new'), { recursive: true, force: true })
    if (state === 'undoing') await this.write({ state: 'done', moves: [] })
    else await this.close('restored')
  }

  /** Renames come in their order, so the place within the history says whether one is done: no one else uses it. */
  async #isDone([from, to]: Move): Promise<boolean> {
    const isOwn = (path: string) => path.startsWith(`${historyName}/`)
    const isLeft = !(await isThere(join(this.packs, from)))
    if (isOwn(from)) return isLeft
    return (isOwn(to) || isLeft) && (await isThere(join(this.packs, to)))
  }

  /** Nothing of the change is left in place. */
  async close(state: 'undone' | 'restored'): Promise<void> {
    if (this.journal.packs.some(({ isFirstDisabled }) => isFirstDisabled))
      await rmdir(join(this.packs, disabledFolder)).catch(() => {})
    await this.write({ state, moves: [] })
  }

  /** Whether it keeps files. */
  async hasTrash(): Promise<boolean> {
    for (const name of ['before', 'after', 'aside'])
      if ((await filesBelow(this.path(name))).length > 0) return true
    return false
  }

  async finish(): Promise<void> {
    await this.write({ state: 'done', moves: [] })
    await rm(this.path('new'), { recursive: true, force: true })
  }

  /** Deletes it with what it keeps. An interrupted deletion leaves rubbish, not half of it. */
  async delete(): Promise<void> {
    const rubbish = join(this.packs, historyName, `deleted-${this.number}`)
    await rename(this.path(), rubbish)
    await rm(rubbish, { recursive: true, force: true })
  }
}

const isNumber = (name: string): boolean => /^\d{4,15}$/.test(name)

/** Changes of a folder of packs that can be undone, from the oldest to the newest. */
export async function readHistory(packs: string): Promise<Entry[]> {
  const numbers = await readdir(join(packs, historyName)).catch((): string[] => [])
  const entries: Entry[] = []
  // A repository that someone cloned under this name.
  if (numbers.includes('.git')) return entries
  for (const number of numbers.filter(isNumber)) {
    const path = join(packs, historyName, number, journalName)
    // Ended before it wrote its journal, so before any file moved.
    const missing = (await isThere(path)) ? undefined : newJournal('install', new Date(0))
    const journal = missing ?? parseJson(await readFile(path, 'utf8').catch(() => ''))
    if (isJournal(journal)) entries.push(new Entry(packs, number, journal))
  }
  return entries.sort((a, b) => Number(a.number) - Number(b.number))
}

const newJournal = (command: ChangeKind, created: Date): Journal => ({
  format,
  command,
  created: created.toISOString(),
  state: 'started',
  packs: [],
  moves: [],
})

/** Anyone can clone a repository under the name of the history, so a journal must not lead elsewhere. */
const isJournal = (value: unknown): value is Journal =>
  isObject(value) &&
  value['format'] === format &&
  kinds.some((kind) => kind === value['command']) &&
  states.some((state) => state === value['state']) &&
  typeof value['created'] === 'string' &&
  isListOf(value['packs'], isChangedPack) &&
  isListOf(value['moves'], isMove) &&
  (value['freeze'] === undefined || typeof value['freeze'] === 'string')

const isChangedPack = (value: unknown): value is ChangedPack =>
  isObject(value) &&
  isInside(value['name']) &&
  (value['to'] === undefined || isInside(value['to'])) &&
  (value['files'] === undefined || isListOf(value['files'], isInside))

const isMove = (value: unknown): value is Move => isListOf(value, isInside) && value.length === 2

const isListOf = <One>(value: unknown, is: (one: unknown) => one is One): value is One[] =>
  Array.isArray(value) && value.every(is)

/** Whether a path stays below its folder. */
function isInside(path: unknown): path is string {
  if (typeof path !== 'string' || isAbsolute(path)) return false
  const [first = ''] = normalize(path).split(sep)
  return !['', '.', '..'].includes(first)
}

/** The change that `undo` takes back. */
export const lastOf = (entries: readonly Entry[]): Entry | undefined =>
  entries.findLast(({ journal }) => journal.state === 'done' || journal.state === 'restored')

export const isInterrupted = ({ journal }: Entry): boolean =>
  journal.state === 'started' || journal.state === 'undoing'

/** The history while no other command may change it. Interrupted changes have been taken back. */
export interface History {
  entries: Entry[]
  /** The packs of changes that were interrupted, for example by a power failure. */
  recovered: string[]
  begin(command: ChangeKind, created: Date): Promise<Entry>
}

export async function inHistory<Result>(
  packs: string,
  work: (history: History) => Promise<Result>,
): Promise<Result> {
  const folder = join(packs, historyName)
  try {
    return await whileHolding(join(folder, runningName), async () => {
      const entries = await readHistory(packs)
      const interrupted = entries.filter(isInterrupted)
      for (const entry of interrupted.toReversed()) await entry.takeBack()
      const recovered = interrupted.flatMap(({ journal }) => journal.packs.map(({ name }) => name))
      const begin = (command: ChangeKind, created: Date) => beginEntry(packs, entries, command, created)
      return await work({ entries, recovered, begin })
    })
  } finally {
    // Nothing is left of a command that changed nothing.
    await rmdir(join(folder, runningName)).catch(() => {})
    await rmdir(folder).catch(() => {})
  }
}

async function beginEntry(
  packs: string,
  entries: Entry[],
  command: ChangeKind,
  created: Date,
): Promise<Entry> {
  // Also those whose journal cannot be read.
  const numbers = (await readdir(join(packs, historyName))).flatMap((name) =>
    isNumber(name) ? Number(name) : 0,
  )
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0')
  const tooOld = entries.slice(0, Math.max(0, entries.length - maxChanges + 1))
  // What someone had put in the place of an interrupted change was moved aside.
  for (const entry of entries)
    if (tooOld.includes(entry) || (entry.journal.state === 'restored' && !(await entry.hasTrash())))
      await entry.delete()
  await deleteRubbish(packs)
  const entry = new Entry(packs, number, newJournal(command, created))
  await entry.write({})
  return entry
}

/** Deletes what interrupted deletions left. */
async function deleteRubbish(packs: string): Promise<void> {
  for (const name of await readdir(join(packs, historyName)))
    if (name.startsWith('deleted-'))
      await rm(join(packs, historyName, name), { recursive: true, force: true })
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
  } catch (error) {
    rethrowWriteError(error, from)
  }
}

export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

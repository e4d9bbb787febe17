import type { Context } from '../ground/context.ts'
import { type Entry, type History, inHistory } from './history.ts'

/** Runs a command that changes a folder of packs, after it has said which interrupted changes were taken back. */
export function changing<Result>(
  { stderr, text }: Pick<Context, 'stderr' | 'text'>,
  packs: string,
  work: (history: History) => Promise<Result>,
): Promise<Result> {
  return inHistory(packs, async (history) => {
    for (const node of history.recovered) stderr.write(`${text('recovered', { node })}\n`)
    return work(history)
  })
}

/** Does the work of a change, and takes the change back if it fails. */
export async function orTakenBack<Result>(
  { stderr, text }: Pick<Context, 'stderr' | 'text'>,
  { entries }: History,
  entry: Entry,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await entry.takeBack()
    // It stays where `undo` would take back the change before otherwise, which is not what failed.
    const isFirst = entries.every(({ journal }) => journal.state !== 'done')
    if (isFirst && entry.journal.freeze === undefined && !(await entry.hasTrash())) await entry.delete()
    stderr.write(`${text('rolled_back')}\n`)
    throw error
  }
}

import { type Context, exitCodes, type Options, printJson, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { plain } from '../ground/output.ts'
import { sizeText } from '../ground/texts.ts'
import { changing } from '../install/changing.ts'
import { packsFolder } from '../install/folder.ts'
import { type Entry, isInterrupted, lastOf, readHistory } from '../install/history.ts'
import { movesOfUndo } from '../install/replace.ts'
import { restorePackages } from '../install/run-installers.ts'
import { bytesBelow, trashLine } from '../install/trash.ts'

/** Takes back the last change of a folder of packs, and of Python packages if asked. */
export async function runUndo(context: Context, _: string[], options: Options): Promise<number> {
  const packs = await packsFolder(context, options)
  if (options['list']) await list(context, packs, options)
  else if (options['clear']) await clear(context, packs, options)
  else await undo(context, packs, options)
  return exitCodes.done
}

const foldersOf = ({ journal }: Entry): string[] =>
  journal.packs.map(({ name, to = name }) => (journal.command === 'enable' ? to : name))

async function undo(context: Context, packs: string, options: Options): Promise<void> {
  const { text, stdout, signal } = context
  const python = textIn(options, 'python')
  const undone = await changing(context, packs, async ({ entries }) => {
    const entry = lastOf(entries)
    if (!entry) throw new CliError('nothing_to_undo', { path: packs })
    const { state, freeze } = entry.journal
    if (python !== undefined) {
      if (freeze === undefined) throw new CliError('undo_no_python')
      await restorePackages(context, python, { freeze, folder: packs })
    }
    signal.throwIfAborted()
    if (state === 'done') await takeBack(entry)
    await entry.close('undone')
    if (!(await entry.hasTrash())) await entry.delete()
    return { entry, wasRestored: state === 'restored' }
  })
  const { command } = undone.entry.journal
  if (options['json']) {
    printJson(context, { undone: command, folders: undone.wasRestored ? [] : foldersOf(undone.entry) })
    return
  }
  const names = foldersOf(undone.entry).join(', ')
  stdout.write(`${text(undone.wasRestored ? 'undone_before' : 'undone', { change: command, names })}\n`)
  if (python === undefined && undone.entry.journal.freeze !== undefined)
    stdout.write(`${text('undo_python_left')}\n`)
  if (await undone.entry.hasTrash()) stdout.write(await trashLine(context, packs))
}

/** Restores what the change replaced, and puts aside what it had put in place. */
async function takeBack(entry: Entry): Promise<void> {
  const moves = await movesOfUndo(entry)
  try {
    await entry.move('undoing', moves)
  } catch (error) {
    await entry.takeBack()
    throw error
  }
}

async function list(context: Context, packs: string, options: Options): Promise<void> {
  const { text, stdout } = context
  const entries = (await readHistory(packs)).toReversed()
  const found = await Promise.all(
    entries.map(async (entry) => ({ entry, bytes: await bytesBelow(entry.path()) })),
  )
  if (options['json']) {
    const changes = found.map(({ entry, bytes: size }) => {
      const { command, created, state } = entry.journal
      return { number: Number(entry.number), command, created, state, folders: foldersOf(entry), size }
    })
    printJson(context, { changes })
    return
  }
  for (const { entry, bytes } of found) {
    const { command, created, state } = entry.journal
    const parts = [created.slice(0, 16).replace('T', ' '), command, plain(foldersOf(entry).join(', '))]
    const notes = { done: '', undone: text('change_undone'), restored: text('change_restored') }
    const note = isInterrupted(entry) ? text('change_interrupted') : notes[state as keyof typeof notes]
    stdout.write(`${[...parts, sizeText(text, bytes), note].join('  ').trimEnd()}\n`)
  }
  stdout.write(await trashLine(context, packs))
}

/** Deletes the history for good. */
async function clear(context: Context, packs: string, options: Options): Promise<void> {
  const { text, stdout } = context
  const deleted = await changing(context, packs, async ({ entries }) => {
    let size = 0
    for (const entry of entries) {
      size += await bytesBelow(entry.path())
      await entry.delete()
    }
    return { count: entries.length, size }
  })
  if (options['json']) printJson(context, { deleted: deleted.count, size: deleted.size })
  else
    stdout.write(
      `${text('history_cleared', { changes: deleted.count, size: sizeText(text, deleted.size) })}\n`,
    )
}

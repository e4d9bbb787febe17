import { dirname, join, resolve } from 'node:path'
import { type Downloader, modelCommands, modelOf } from '@nodeyard/analysis/lock'
import { canRunCode, type ModelSource } from '@nodeyard/analysis/models'
import type { LockedModel } from '@nodeyard/contract/discovery'
import { defined } from '@nodeyard/contract/ground'
import { type DownloadedModel, type FoundModel, findModels, toLocked } from '@nodeyard/planning/models'
import { idsOf } from '@nodeyard/planning/wanted'
import { type Context, exitCodes, type Options, printJson, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { plain } from '../ground/output.ts'
import { sizeText } from '../ground/texts.ts'
import { downloadModel } from '../install/download-model.ts'
import { isFolder, packsFolder } from '../install/folder.ts'
import { readArguments } from '../plan/inputs.ts'
import { progressOn } from '../publish/publish-output.ts'
import { assertOutside } from '../registry/outside.ts'
import { cancellable } from '../registry/registry.ts'
import { openRegistry } from '../registry/settings.ts'

const downloaders: readonly Downloader[] = ['curl', 'wget', 'aria2', 'hub']

/** A model of a workflow, or one that a lock states. */
type Model = Omit<FoundModel, 'folderFrom'> & { folderFrom?: FoundModel['folderFrom'] | 'lock' }

/** Lists the models of workflows or locks, and downloads them on request. Exit code 1: some cannot be found. */
export async function runModels(context: Context, args: string[], options: Options): Promise<number> {
  const { stdout } = context
  if (args.length === 0) throw new CliError('models_of_what')
  const opened = await openRegistry(context, options)
  const registry = cancellable(opened, context.signal)
  const { installations, graphs, wanted } = await readArguments(context, registry, args, options)
  const found = await findModels(registry, graphs, idsOf(wanted))
  const models: Model[] = [...installations.flatMap((one) => one.models).map(fromLock), ...found.models]
  const needed = models.filter(({ isInactive }) => !isInactive)
  const isKnown = needed.every(
    ({ sources, folder, isOffered, isOfOthers }) =>
      isOffered || (sources.length > 0 && folder !== undefined && !isOfOthers),
  )
  if (textIn(options, 'commands') !== undefined) {
    const lines = lockedIn(needed).flatMap((one) => modelCommands(one, downloaderIn(options)))
    stdout.write(['set -e', ...lines, ''].join('\n'))
  } else if (options['download'])
    return (await downloadAll(context, needed, options, opened.url)) ? exitCodes.done : exitCodes.failed
  else {
    if (options['json']) printJson(context, { models, pack_models: found.ofPacks })
    else writeModels(context, models, found.ofPacks)
  }
  return isKnown ? exitCodes.done : exitCodes.failed
}

function writeModels(context: Context, models: readonly Model[], ofPacks: readonly DownloadedModel[]): void {
  const { stdout, text } = context
  for (const model of models) stdout.write(`${modelLines(model, context).join('\n')}\n`)
  for (const [pack, own] of Map.groupBy(ofPacks, ({ nodeId }) => nodeId)) {
    stdout.write(`${text('model_of_pack', { pack: plain(pack) })}\n`)
    for (const { url, from, is_page, license, is_gated } of own) {
      const marks = [text(`model_in_${from}`), ...(is_page ? [text('model_is_page')] : [])]
      stdout.write(`  ${[plain(url), ...marks, ...termsOf(context, license, is_gated)].join('  ')}\n`)
    }
  }
  const needed = models.filter(({ isInactive }) => !isInactive)
  stdout.write(`${text('models_count', { count: needed.length })}\n`)
}

function termsOf(
  { text, paint }: Context,
  license: string | undefined,
  isGated: boolean | undefined,
): string[] {
  return [
    ...(license === undefined ? [] : [text('model_license', { license: plain(license) })]),
    ...(isGated ? [paint('yellow', text('model_gated'))] : []),
  ]
}

function fromLock({ name, folder, url, sha256, size }: LockedModel): Model {
  return {
    name,
    folder,
    folderFrom: 'lock',
    usedBy: [],
    isInactive: false,
    isAmbiguous: false,
    sources: url === undefined ? [] : [{ url, from: 'record' }],
    canRunCode: canRunCode(name),
    ...defined({ sha256, size }),
  }
}

/** Strangers chose the names and folders, so they are read like those of a lock. */
const lockedIn = (models: readonly Model[]): LockedModel[] =>
  toLocked(models as readonly FoundModel[]).flatMap((one) => modelOf({ ...one }) ?? [])

function downloaderIn(options: Options): Downloader {
  const given = textIn(options, 'commands') ?? ''
  const found = downloaders.find((one) => one === given)
  if (!found)
    throw new CliError('choice_invalid', { option: '--commands', given, choices: downloaders.join(', ') })
  return found
}

function modelLines(model: Model, context: Context): string[] {
  const { text, paint } = context
  const { name, folder, folderFrom, sources, sha256, size, isInactive, isAmbiguous, usedBy } = model
  const place = `${folder ?? '?'}/${name}`
  const known = folderFrom === undefined ? '' : text(folderText[folderFrom])
  const marks = [
    ...(size === undefined ? [] : [sizeText(text, size)]),
    ...(known === '' ? [] : [known]),
    ...(isInactive ? [text('model_inactive')] : []),
    ...(model.isOffered ? [text('model_offered')] : []),
    ...termsOf(context, model.license, model.isGated),
  ]
  return [
    `${paint('bold', plain(place))}${marks.length > 0 ? `  ${marks.join(', ')}` : ''}`,
    ...(usedBy.length > 0 ? [`  ${text('model_used_by', { names: plain(usedBy.join(', ')) })}`] : []),
    ...sources.slice(0, 3).map((source) => `  ${plain(source.url)} (${originOf(source, context)})`),
    ...(sources.length === 0 ? [`  ${paint('yellow', text('model_no_url'))}`] : []),
    `  ${sha256 === undefined ? text('model_no_hash') : `sha256 ${sha256}`}`,
    ...(isAmbiguous ? [`  ${paint('yellow', text('model_ambiguous'))}`] : []),
    ...(model.canRunCode ? [`  ${paint('yellow', text('model_runs_code'))}`] : []),
  ]
}

const folderText = {
  record: 'model_folder_record',
  loader: 'model_folder_loader',
  registry: 'model_folder_registry',
  lock: 'model_folder_lock',
  code: 'model_folder_pack',
  example: 'model_folder_pack',
  docs: 'model_folder_pack',
} as const

function originOf({ from, pack = '', isPage }: ModelSource, { text }: Context): string {
  const origin = text(`model_from_${from}`, { pack: plain(pack) })
  return isPage ? `${origin}; ${text('model_is_page')}` : origin
}

/** Problems of one file do not keep the others from being downloaded. */
const isOfOneModel = (error: unknown): error is CliError =>
  error instanceof CliError && /^model_(refused|gated_by_host|wrong|differs)$/.test(error.key)

/** Returns false if some were skipped or failed. */
async function downloadAll(
  context: Context,
  models: readonly Model[],
  options: Options,
  registryUrl: string,
): Promise<boolean> {
  const { text, stderr, stdout, signal } = context
  const folder = await modelsFolder(context, options)
  const skipped: { name: string; why: string }[] = []
  const wanted: LockedModel[] = []
  for (const model of models) {
    const why = reasonToSkip(model, options)
    const { isOfOthers: _, ...seen } = model
    if (why) skipped.push({ name: model.name, why: text(why) })
    // The user saw which pack names the address, and asked for unverified files.
    else wanted.push(...lockedIn([seen]))
  }
  const progress = progressOn(stderr)
  const results: { path: string; result: string }[] = []
  const failed: { path: string; why: string }[] = []
  try {
    for (const model of wanted) {
      const address = new URL(model.url ?? '')
      assertOutside(new URL(registryUrl), address)
      const { host } = address
      progress.begin(text('model_downloading', { model: plain(model.name), host }))
      const path = join(folder, model.folder, model.name)
      try {
        const result = await downloadModel(model, folder, signal)
        results.push({ path, result })
        const key =
          result === 'present' ? 'model_present' : model.sha256 ? 'model_verified' : 'model_downloaded'
        progress.end(text(key, { path, host }))
      } catch (error) {
        if (!isOfOneModel(error)) throw error
        const why = text(error.key, error.values)
        failed.push({ path, why })
        progress.end(why)
      }
    }
  } finally {
    progress.clear()
  }
  if (options['json']) printJson(context, { downloaded: results, skipped, failed })
  else
    for (const { name, why } of skipped)
      stdout.write(`${text('model_skipped', { model: plain(name), why })}\n`)
  return skipped.length + failed.length === 0
}

/** Unverified bytes, and formats that can run code, are downloaded only if the user says so. */
function reasonToSkip({ sources, folder, sha256, isAmbiguous, ...model }: Model, options: Options) {
  if (sources.length === 0) return 'model_no_url'
  if (sources.every(({ isPage }) => isPage)) return 'model_only_page'
  if (folder === undefined) return 'model_no_folder'
  if (isAmbiguous && sha256 === undefined) return 'model_ambiguous'
  if (sha256 === undefined && !options['unverified']) return 'skip_unverified'
  if (model.canRunCode && !options['pickle']) return 'skip_pickle'
  return undefined
}

/** The tool keeps models beside `custom_nodes`. */
async function modelsFolder(context: Context, options: Options): Promise<string> {
  const given = textIn(options, 'modelsFolder')
  if (given !== undefined) return resolve(context.folder, given)
  const packs = await packsFolder(context, options).catch((error: unknown) => {
    throw error instanceof CliError && error.key === 'packs_folder_unknown'
      ? new CliError('models_folder_unknown')
      : error
  })
  const folder = join(dirname(packs), 'models')
  if (!(await isFolder(folder))) throw new CliError('models_folder_unknown')
  return folder
}

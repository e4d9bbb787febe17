import { defined } from '../../ground/defined.ts'
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../../ground/json.ts'
import { pathOf, sha256Of, sizeOf, urlOf } from '../../lock/parts.ts'
import { type Graph, isApiNode } from '../find-graphs.ts'
import { isActive, subgraphsOf } from '../graph.ts'
import { modelsInText, type TextModel } from './from-text.ts'
import { loaderInputs } from './loaders.ts'
import { baseName, isModelName, type ModelInput, type ModelSource, type NeededModel } from './model.ts'

/** More than any workflow needs. */
const maxModelsOfWorkflow = 500
const maxValues = 1_000
/** Characters of all notes together that are searched for addresses. */
const maxNotesLength = 1_000_000

/** Inputs of a comfy-node that name files, and whether the tool or a pack has the comfy-node. */
interface Loader {
  inputs: readonly Omit<ModelInput, 'comfy_node_name'>[]
  from: 'loader' | 'code'
}
type LoaderOf = (comfyNode: string) => Loader | undefined

interface Mention {
  name: string
  folder?: string | undefined
  folderFrom?: NeededModel['folderFrom']
  folders?: string[] | undefined
  source?: ModelSource | undefined
  sha256?: string | undefined
  size?: number | undefined
  usedBy: string
  isActive: boolean
  /** Records do not state it: they only say where a file can be had. */
  isOffered?: boolean
}

/**
 * Reads the models that workflows need, from their records, the inputs of loaders, and links in notes. `inputs` are those
 * of the packs that the workflows use.
 */
export function modelsOf(graphs: readonly Graph[], inputs: readonly ModelInput[] = []): NeededModel[] {
  const loaderOf = loadersOf(inputs)
  const mentions: Mention[] = []
  const notes: string[] = []
  for (const { form, value } of graphs) {
    if (form === 'api') mentions.push(...Object.values(value).filter(isApiNode).flatMap(fromApi(loaderOf)))
    else readEditor(value, loaderOf, mentions, notes)
  }
  const models = collect(mentions)
  for (const link of modelsInText(notes.join('\n').slice(0, maxNotesLength))) addLink(models, link)
  return models.slice(0, maxModelsOfWorkflow)
}

/** The tool loads its own comfy-node even if a pack has one of the same name. */
function loadersOf(inputs: readonly ModelInput[]): LoaderOf {
  const ofPacks = Map.groupBy(inputs, ({ comfy_node_name }) => comfy_node_name)
  return (comfyNode) => {
    const own = loaderInputs(comfyNode)
    if (own) {
      const ofTool = own.map(({ name, folder }) => ({ input: name, folders: [folder], files: [] }))
      return { inputs: ofTool, from: 'loader' }
    }
    const found = ofPacks.get(comfyNode)
    return found ? { inputs: found, from: 'code' } : undefined
  }
}

const fromApi =
  (loaderOf: LoaderOf) =>
  (node: JsonObject & { class_type: string }): Mention[] => {
    const loader = loaderOf(node.class_type)
    return Object.entries(objectOf(node['inputs']))
      .slice(0, maxValues)
      .flatMap(([input, value]) =>
        modelNamesOf(value).map(({ name, isOn }) =>
          mention(name, node.class_type, isOn, loader, inputOf(loader, input)),
        ),
      )
  }

/** Inputs without a name are those that the front end adds. */
const inputOf = (loader: Loader | undefined, name: string): Loader['inputs'][number] | undefined =>
  loader?.inputs.find(({ input }) => input === name) ??
  loader?.inputs.find(({ input }) => input === undefined)

function mention(
  name: string,
  usedBy: string,
  active: boolean,
  loader: Loader | undefined,
  input: Loader['inputs'][number] | undefined,
): Mention {
  const folder = input?.folders[0]
  return {
    name,
    usedBy,
    isActive: active,
    isOffered: input?.files.some((file) => pathOf(file) === name) === true,
    ...(folder === undefined ? {} : { folder, folderFrom: loader?.from }),
    ...(input && input.folders.length > 1 ? { folders: input.folders } : {}),
  }
}

/** Some values are objects, such as `{ on: false, lora: 'a.safetensors' }`. */
function modelNamesOf(value: unknown): { name: string; isOn: boolean }[] {
  const isOn = !isObject(value) || value['on'] !== false
  const texts = isObject(value) ? Object.values(value).slice(0, maxValues) : [value]
  return texts.flatMap((text) => modelNameOf(text) ?? []).map((name) => ({ name, isOn }))
}

function modelNameOf(value: unknown): string | undefined {
  const text = textOf(value).trim()
  return isModelName(text) && !text.includes('://') ? pathOf(text) : undefined
}

function readEditor(workflow: JsonObject, loaderOf: LoaderOf, mentions: Mention[], notes: string[]): void {
  const graphs = [
    listOf(workflow['nodes']).filter(isObject),
    ...subgraphsOf(workflow).map(({ nodes }) => nodes),
  ]
  for (const node of graphs.flat()) {
    if (/note/i.test(textOf(node['type']))) notes.push(noteOf(node))
    else mentions.push(...fromEditor(node, loaderOf))
  }
  const own = listOf(workflow['models']).concat(listOf(objectOf(workflow['extra'])['models']))
  for (const model of own.filter(isObject)) mentions.push(...recorded(model, '', true))
}

function fromEditor(node: JsonObject, loaderOf: LoaderOf): Mention[] {
  const type = textOf(node['type']).slice(0, 500)
  const active = isActive(node)
  const records = listOf(objectOf(node['properties'])['models'])
    .filter(isObject)
    .slice(0, maxValues)
    .flatMap((model) => recorded(model, type, active))
  const values = node['widgets_values']
  const loader = loaderOf(type)
  const named = isObject(values)
    ? Object.entries(values).map(([input, value]) => ({ input, place: -1, value }))
    : listOf(values).map((value, place) => ({ input: '', place, value }))
  const files = named.slice(0, maxValues).flatMap(({ value, ...where }) => {
    return modelNamesOf(value).map((one) => ({ ...where, ...one }))
  })
  const atPlaces = isObject(values) ? undefined : inputsAt(loader, files)
  return [
    ...records,
    ...files.map(({ input, name, isOn }, at) =>
      mention(name, type, active && isOn, loader, atPlaces ? atPlaces[at] : inputOf(loader, input)),
    ),
  ]
}

/**
 * Finds the inputs of values that a file stores by position. The file can be older than the comfy-node, so positions count
 * if they fit all the names of files, and else the order if each input has one.
 */
function inputsAt(
  loader: Loader | undefined,
  files: readonly { name: string; place: number }[],
): (Loader['inputs'][number] | undefined)[] {
  const inputs = loader?.inputs.filter(({ folders }) => !folders.includes('configs')) ?? []
  const placed = files.map(({ place }) => inputs.find((input) => input.place === place))
  if (!placed.includes(undefined)) return placed
  if (files.length === inputs.length) return [...inputs]
  const isOne = new Set(inputs.map(({ folders }) => folders.join())).size === 1
  return files.map(({ name }) => {
    const offering = inputs.filter((input) => input.files.some((file) => pathOf(file) === name))
    if (offering.length === 1) return offering[0]
    return isOne && inputs[0] ? { folders: inputs[0].folders, files: offering[0]?.files ?? [] } : undefined
  })
}

function recorded(model: JsonObject, usedBy: string, active: boolean): Mention[] {
  const name = pathOf(model['name'])
  if (name === undefined) return []
  const url = urlOf(model['url'])
  const folder = pathOf(model['directory'])
  const isSha256 = /^sha-?256$/i.test(textOf(model['hash_type'])) || model['hash_type'] === undefined
  return [
    {
      name,
      usedBy,
      isActive: active,
      folder,
      ...(folder === undefined ? {} : { folderFrom: 'record' }),
      source: url === undefined ? undefined : { url, from: 'record' },
      sha256: isSha256 ? sha256Of(model['hash']) : undefined,
      size: sizeOf(model['size']),
    },
  ]
}

/** Notes say where files can be had. */
const noteOf = (node: JsonObject): string => [node['widgets_values']].flat().map(textOf).join('\n')

/** One file can be named by its record with a folder, and by a widget with a folder of its own. */
function collect(mentions: readonly Mention[]): NeededModel[] {
  const byFile = Map.groupBy(mentions, ({ name }) => baseName(name).toLowerCase())
  return [...byFile.values()].map((ofFile) => {
    const model: NeededModel = { name: ofFile[0]?.name ?? '', sources: [], usedBy: [], isInactive: true }
    for (const one of ofFile) add(model, one)
    const offers = ofFile.flatMap(({ isOffered }) => isOffered ?? [])
    return offers.length > 0 && !offers.includes(false) ? { ...model, isOffered: true } : model
  })
}

function add(model: NeededModel, one: Mention): void {
  const { folder, folderFrom, folders, source, sha256, size, usedBy, isActive: active } = one
  if (folder !== undefined && folderFrom !== undefined && model.folder === undefined)
    Object.assign(model, { folder, folderFrom, ...defined({ folders }) })
  if (source && !model.sources.some(({ url }) => url === source.url)) model.sources.push(source)
  if (sha256 !== undefined) model.sha256 ??= sha256
  if (size !== undefined) model.size ??= size
  if (usedBy !== '' && !model.usedBy.includes(usedBy)) model.usedBy.push(usedBy)
  if (active) model.isInactive = false
}

/** A link belongs to a model if a note names both together. Never invents an address. */
function addLink(models: readonly NeededModel[], { name, url, isPage }: TextModel): void {
  const model = models.find((one) => baseName(one.name).toLowerCase() === name.toLowerCase())
  if (!model || model.sources.some((source) => source.url === url)) return
  model.sources.push({ url, from: 'note', ...defined({ isPage: isPage || undefined }) })
}

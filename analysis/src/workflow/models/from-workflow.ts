import { defined } from '../../ground/defined.ts'
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../../ground/json.ts'
import { pathOf, sha256Of, sizeOf, urlOf } from '../../lock/parts.ts'
import { type Graph, isApiNode } from '../find-graphs.ts'
import { isActive, subgraphsOf } from '../graph.ts'
import { modelsInText, type TextModel } from './from-text.ts'
import { loaderInputs } from './loaders.ts'
import { baseName, isModelName, type ModelSource, type NeededModel } from './model.ts'

/** More than any workflow needs. */
const maxModelsOfWorkflow = 500
const maxValues = 1_000
/** Characters of all notes together that are searched for addresses. */
const maxNotesLength = 1_000_000

interface Mention {
  name: string
  folder?: string | undefined
  folderFrom?: NeededModel['folderFrom']
  source?: ModelSource | undefined
  sha256?: string | undefined
  size?: number | undefined
  usedBy: string
  isActive: boolean
}

/** Reads the models that workflows need, from their records, the inputs of loaders, and links in notes. */
export function modelsOf(graphs: readonly Graph[]): NeededModel[] {
  const mentions: Mention[] = []
  const notes: string[] = []
  for (const { form, value } of graphs) {
    if (form === 'api') mentions.push(...Object.values(value).filter(isApiNode).flatMap(fromApi))
    else readEditor(value, mentions, notes)
  }
  const models = collect(mentions)
  for (const link of modelsInText(notes.join('\n').slice(0, maxNotesLength))) addLink(models, link)
  return models.slice(0, maxModelsOfWorkflow)
}

function fromApi(node: JsonObject & { class_type: string }): Mention[] {
  const loader = loaderInputs(node.class_type)
  return Object.entries(objectOf(node['inputs']))
    .slice(0, maxValues)
    .flatMap(([input, value]) => {
      const folder = loader?.find((one) => one.name === input)?.folder
      return modelNamesOf(value).map(({ name, isOn }) => mention(name, node.class_type, folder, isOn))
    })
}

function mention(name: string, usedBy: string, folder: string | undefined, active: boolean): Mention {
  return { name, usedBy, isActive: active, ...(folder === undefined ? {} : { folder, folderFrom: 'loader' }) }
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

function readEditor(workflow: JsonObject, mentions: Mention[], notes: string[]): void {
  const graphs = [
    listOf(workflow['nodes']).filter(isObject),
    ...subgraphsOf(workflow).map(({ nodes }) => nodes),
  ]
  for (const node of graphs.flat()) {
    if (/note/i.test(textOf(node['type']))) notes.push(noteOf(node))
    else mentions.push(...fromEditor(node))
  }
  const own = listOf(workflow['models']).concat(listOf(objectOf(workflow['extra'])['models']))
  for (const model of own.filter(isObject)) mentions.push(...recorded(model, '', true))
}

function fromEditor(node: JsonObject): Mention[] {
  const type = textOf(node['type']).slice(0, 500)
  const active = isActive(node)
  const records = listOf(objectOf(node['properties'])['models'])
    .filter(isObject)
    .slice(0, maxValues)
    .flatMap((model) => recorded(model, type, active))
  const values = node['widgets_values']
  const loader = loaderInputs(type)
  const named = isObject(values) ? Object.entries(values) : listOf(values).map((one) => ['', one] as const)
  const files = named.slice(0, maxValues).flatMap(([input, value]) => {
    return modelNamesOf(value).map((one) => ({ input, ...one }))
  })
  // By position, values are certain only if each input of the loader has one.
  const isWhole = loader !== undefined && files.length === loader.length
  return [
    ...records,
    ...files.map(({ input, name, isOn }, at) => {
      const folder =
        input === ''
          ? isWhole
            ? loader[at]?.folder
            : undefined
          : loader?.find((one) => one.name === input)?.folder
      return mention(name, type, folder, active && isOn)
    }),
  ]
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
  const found = new Map<string, NeededModel>()
  for (const one of mentions) {
    const key = baseName(one.name).toLowerCase()
    const known = found.get(key)
    if (known) add(known, one)
    else found.set(key, add({ name: one.name, sources: [], usedBy: [], isInactive: true }, one))
  }
  return [...found.values()]
}

function add(model: NeededModel, one: Mention): NeededModel {
  const { folder, folderFrom, source, sha256, size, usedBy, isActive: active } = one
  if (folder !== undefined && folderFrom !== undefined && model.folder === undefined)
    Object.assign(model, { folder, folderFrom })
  if (source && !model.sources.some(({ url }) => url === source.url)) model.sources.push(source)
  if (sha256 !== undefined) model.sha256 ??= sha256
  if (size !== undefined) model.size ??= size
  if (usedBy !== '' && !model.usedBy.includes(usedBy)) model.usedBy.push(usedBy)
  if (active) model.isInactive = false
  return model
}

/** A link belongs to a model if a note names both together. Never invents an address. */
function addLink(models: readonly NeededModel[], { name, url, isPage }: TextModel): void {
  const model = models.find((one) => baseName(one.name).toLowerCase() === name.toLowerCase())
  if (!model || model.sources.some((source) => source.url === url)) return
  model.sources.push({ url, from: 'note', ...defined({ isPage: isPage || undefined }) })
}

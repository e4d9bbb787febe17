import { tableOf } from '../ground/table.ts'
import type { Interpreter } from './machine.ts'
import { native } from './operators.ts'
import { normalizePath, unknownName } from './project.ts'
import {
  type DictValue,
  dict,
  isList,
  joinFolders,
  keyOf,
  type ListValue,
  list,
  none,
  str,
  type UnknownValue,
  type Value,
} from './values.ts'

/** Real ones are shorter. */
const maxFolderLength = 300

/** The assumed location of the tool's folder of models. */
const modelsRoot = `/${unknownName}/models`

/** The tool's own keys, each with the folder of the same name. Source: the tool's `folder_paths.py`. */
const keys = `checkpoints configs loras vae text_encoders diffusion_models clip_vision style_models embeddings
  diffusers vae_approx controlnet gligen upscale_models latent_upscale_models hypernetworks photomaker classifiers
  model_patches audio_encoders`.split(/\s+/)

/** Former keys, and keys that one pack registers and others read, with the folder that they stand for. */
const otherKeys = tableOf<string>({
  unet: 'diffusion_models',
  clip: 'text_encoders',
  t2i_adapter: 'controlnet',
  unet_gguf: 'diffusion_models',
  clip_gguf: 'text_encoders',
  ultralytics_bbox: 'ultralytics/bbox',
  ultralytics_segm: 'ultralytics/segm',
  xlabs_controlnets: 'xlabs/controlnets',
  xlabs_ipadapters: 'xlabs/ipadapters',
  xlabs_loras: 'xlabs/loras',
})

const pathOf = (folder: string): Value => str(`${modelsRoot}/${folder}`)
const entryOf = (paths: ListValue): ListValue => list([paths, list([], 'set')], 'tuple')

/** An entry of a key that the tool or another pack may have registered. */
export const openEntry = (unknown: UnknownValue): ListValue => entryOf({ ...list([]), open: unknown })

/** The tool's `folder_names_and_paths`, to which packs add their own keys. */
export function toolFolders(): DictValue {
  const made = dict()
  for (const key of keys)
    made.entries.set(keyOf(str(key)) ?? '', {
      key: str(key),
      value: entryOf(list([pathOf(key)])),
      at: { file: '', line: 0 },
      isConditional: false,
    })
  return made
}

/** Attributes of `folder_paths` that lead to the folders of models. */
export function folderAttribute(machine: Interpreter, name: string): Value | undefined {
  if (name === 'folder_names_and_paths') return machine.toolMapping(name)
  if (name === 'models_dir') return str(modelsRoot)
  return name === 'base_path' ? str(`/${unknownName}`) : undefined
}

/** `folder_paths.add_model_folder_path(key, path)`. */
export function addFolder(machine: Interpreter, key: Value | undefined, path: Value | undefined): Value {
  const known = key && pathsOf(machine, key)
  if (known && path) known.items.push(path)
  else if (key && path)
    machine.setItem(machine.toolMapping('folder_names_and_paths'), key, entryOf(list([path])))
  return none
}

/** `folder_paths.get_filename_list(key)`: names of files that only the user's machine knows. */
export function filesOfKey(machine: Interpreter, key: Value | undefined): ListValue {
  const folders = key ? foldersOfKey(machine, key) : []
  return openFolders(
    machine,
    folders,
    'calls folder_paths.get_filename_list, whose list only the running tool knows',
  )
}

/** `folder_paths.get_folder_paths(key)`. The user can add further folders. */
export function pathsOfKey(machine: Interpreter, key: Value | undefined): ListValue {
  const items = key ? (pathsOf(machine, key)?.items ?? foldersOfKey(machine, key).map(pathOf)) : []
  const open = machine.unknown('calls folder_paths.get_folder_paths, whose list only the running tool knows')
  return { ...list([...items]), open }
}

/** The names of files in a folder of the user's machine. */
export function filesIn(machine: Interpreter, path: string | undefined): ListValue {
  const folder = path === undefined ? undefined : belowModels(path)
  const reason = 'lists a folder that only the user’s machine knows'
  return openFolders(machine, folder === undefined ? [] : [folder], reason)
}

function openFolders(machine: Interpreter, folders: readonly string[], reason: string): ListValue {
  const open = machine.unknown(reason)
  return { ...list([]), open: folders.length === 0 ? open : { ...open, folders } }
}

function pathsOf(machine: Interpreter, key: Value): ListValue | undefined {
  const mapping = machine.toolMapping('folder_names_and_paths')
  const entry = mapping.entries.get(keyOf(native(key)) ?? '')
  const pair = entry ? native(entry.value) : undefined
  const paths = isList(pair) && pair.items[0] ? native(pair.items[0]) : undefined
  return isList(paths) ? paths : undefined
}

/** Folders below the tool's folder of models; a key that this pack does not register stands for a folder of its name. */
export function foldersOfKey(machine: Interpreter, key: Value): string[] {
  const name = native(key)
  if (name.kind !== 'str') return []
  const isKnown = machine.toolMapping('folder_names_and_paths').entries.has(keyOf(name) ?? '')
  if (!isKnown) return /^\w[\w.-]{0,99}$/.test(name.value) ? [otherKeys.get(name.value) ?? name.value] : []
  const paths = pathsOf(machine, name)?.items ?? []
  const folders = paths.flatMap((path) =>
    path.kind === 'str' || path.kind === 'path' ? (belowModels(path.value) ?? []) : [],
  )
  return joinFolders(folders)
}

/** Packs with a folder of their own list models elsewhere, which is no folder of the tool. */
function belowModels(path: string): string | undefined {
  const clean = normalizePath(path)
  if (!clean.startsWith(`${modelsRoot}/`)) return undefined
  const folder = clean.slice(modelsRoot.length + 1)
  const first = folder.split(/\/[*?]/, 1)[0] ?? ''
  const isGood = first.length <= maxFolderLength && /^[\w.-]+(\/[\w.-]+)*$/.test(first)
  return isGood ? (otherKeys.get(first) ?? first) : undefined
}

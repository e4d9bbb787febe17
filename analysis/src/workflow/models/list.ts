import { defined } from '../../ground/defined.ts'
import { isObject, listOf, objectOf, textOf } from '../../ground/json.ts'
import { pathOf, sha256Of, sizeOf, urlOf } from '../../lock/parts.ts'
import { findGraphs, type Graph } from '../find-graphs.ts'
import { isCommonName, modelsInText } from './from-text.ts'
import { modelsOf } from './from-workflow.ts'
import { baseName, hubRepositoryOf, isModelName } from './model.ts'

/** A model that a list or a workflow offers for download. */
export interface ListedModel {
  name: string
  /** Empty if it is not known. */
  folder: string
  url: string
  sha256?: string
  size?: number
}

/** A repository of models, as the hub describes it. */
export interface HubRepository {
  url: string
  /** The hub's name of it, such as `apache-2.0`. */
  license?: string
  /** Whether the hub asks people to sign in and accept terms first. */
  isGated?: boolean
}

/** Folders of the manager's list that stand for the usual one of a type. */
const folderOfType: Readonly<Record<string, string>> = {
  checkpoint: 'checkpoints',
  checkpoints: 'checkpoints',
  vae: 'vae',
  lora: 'loras',
  controlnet: 'controlnet',
  clip: 'text_encoders',
  text_encoders: 'text_encoders',
  clip_vision: 'clip_vision',
  unet: 'diffusion_models',
  diffusion_model: 'diffusion_models',
  upscale: 'upscale_models',
  embedding: 'embeddings',
  embeddings: 'embeddings',
  gligen: 'gligen',
  taesd: 'vae_approx',
  'ip-adapter': 'ipadapter',
}

/** Reads the manager's list of models, or the records and notes of a workflow. Skips models without an address. */
export function readModelList(value: unknown): ListedModel[] {
  const entries = isObject(value) ? listOf(value['models']).filter(isObject) : []
  const isList = entries.some((one) => typeof one['save_path'] === 'string')
  return isList ? entries.flatMap(fromList) : modelsWithAddress(findGraphs(value))
}

/** Reads the models whose address workflows state, in records or in notes. Pages where people choose a file are left out. */
export function modelsWithAddress(graphs: readonly Graph[]): ListedModel[] {
  return modelsOf(graphs).flatMap(({ name, folder = '', sources, sha256, size }) => {
    const { url, from } = sources.find(({ isPage }) => !isPage) ?? {}
    if (url === undefined || (from === 'record' && folder === '')) return []
    return [{ name, folder, url, ...defined({ sha256: sha256 || undefined, size }) }]
  })
}

function fromList(entry: Record<string, unknown>): ListedModel[] {
  const [name, url] = [pathOf(entry['filename']), urlOf(entry['url'])]
  const stated = textOf(entry['save_path'])
  const usual = folderOfType[textOf(entry['type']).toLowerCase()]
  const folder = stated === 'default' ? usual : pathOf(stated)
  // Some packs keep models in their own folders.
  if (!name || !url || !folder || folder.startsWith('custom_nodes/') || !isModelName(name)) return []
  const { sha256, size } = { sha256: sha256Of(objectOf(entry)['sha256']), size: sizeOf(entry['bytes']) }
  return [{ name, folder, url, ...defined({ sha256: sha256 || undefined, size }) }]
}

/** Reads the addresses of files from documentation, such as the tool's. Pages are left out. */
export function readDocument(text: string): ListedModel[] {
  return modelsInText(text).flatMap(({ name, url, isPage, folder = '' }) =>
    isPage ? [] : [{ name, folder, url }],
  )
}

const maxLicenseLength = 200
/** More than any repository has. */
const maxHubFiles = 2_000

/**
 * Reads the files of repositories from responses of the hub's API, with hashes if they were asked for. Names that very
 * many repositories use are left out. Source: `GET /api/models/{owner}/{name}?blobs=true`.
 */
export function readHubFiles(value: unknown): ListedModel[] {
  return [value].flat().filter(isObject).flatMap(filesOfHub)
}

function filesOfHub(entry: Record<string, unknown>): ListedModel[] {
  const repository = hubRepositoryOf(`https://huggingface.co/${textOf(entry['id'])}`)
  if (repository === undefined) return []
  return listOf(entry['siblings'])
    .slice(0, maxHubFiles)
    .filter(isObject)
    .flatMap((file) => {
      const path = pathOf(file['rfilename'])
      const name = path === undefined ? '' : baseName(path)
      if (path === undefined || !isModelName(name) || isCommonName(name)) return []
      const url = urlOf(`${repository}/resolve/main/${path.split('/').map(encodeURIComponent).join('/')}`)
      const [sha256, size] = [sha256Of(objectOf(file['lfs'])['sha256']), sizeOf(file['size'])]
      if (url === undefined) return []
      const facts = defined({ sha256: sha256 || undefined, size })
      return [{ name, folder: '', url, ...facts }]
    })
}

/** Reads responses of the hub's API about one model or a list of models. Source: `GET /api/models/{owner}/{name}`. */
export function readHubRepositories(value: unknown): HubRepository[] {
  return [value].flat().filter(isObject).flatMap(fromHub)
}

function fromHub(entry: Record<string, unknown>): HubRepository[] {
  const url = hubRepositoryOf(`https://huggingface.co/${textOf(entry['id'])}`)
  const tag = listOf(entry['tags'])
    .map(textOf)
    .find((one) => one.startsWith('license:'))
  const license = textOf(objectOf(entry['cardData'])['license']) || tag?.slice('license:'.length) || ''
  const { gated } = entry
  if (url === undefined || (license === '' && gated === undefined)) return []
  return [
    {
      url,
      ...(license === '' ? {} : { license: license.slice(0, maxLicenseLength) }),
      ...(gated === undefined ? {} : { isGated: gated !== false }),
    },
  ]
}

import { isKnownSource, isServiceHost, outerHostOf } from './hosts.ts'
import { folders, origins } from './origins.ts'
import { isHubToken, isSecretFolder, isSecretPlace, isSettingsOfPack } from './python-names.ts'
import { type LibraryCall, resultName } from './python-transforms.ts'
import { isKeptFolder, isToolPlace, isWholeFolder, parentPlaces, withoutSteps } from './tool-places.ts'
import { hole, mixAll, nothing, type Value } from './values.ts'

/** The token of the hub of models, as the environment holds it. */
export const hubToken = '%HF_TOKEN%'

export function openFile({ receiver, args, keywords, originOfPlace }: LibraryCall): Value {
  const isMethod = args.length === 0 || receiver.texts.length > 0
  const place =
    isMethod && (receiver.texts.length > 0 || receiver.isOpen)
      ? receiver
      : (args[0] ?? keywords.get('file') ?? receiver)
  const mode = (isMethod && place === receiver ? args[0] : args[1]) ?? keywords.get('mode')
  const isWriting = /^[wax]/.test(mode?.texts[0] ?? '')
  const from = place.texts.length > 0 ? place.origin & ~folders : insideOf(place.origin)
  let origin = from & ~(origins.built | origins.download)
  if (!isWriting) {
    origin |= origins.file | originOfPlace(place) | (place.origin & origins.download)
    if (origin & origins.download) origin = (origin & ~origins.download) | origins.network
    origin |= contentsOf(place)
    if (place.texts.some(isDataPlace)) origin |= origins.data
    for (const text of place.texts)
      if (/\.[a-z]\w*$/i.test(text)) origin |= /\.pyw?$/i.test(text) ? origins.source : origins.otherwise
  }
  return {
    ...nothing,
    names: ['open()'],
    isOpen: true,
    origin,
    parameters: place.parameters,
    texts: isWriting ? place.texts : place.texts.some(isHubToken) ? [hubToken] : [],
  }
}

/** Returns the origins of the files in a place: a file, or a folder with the files below it. */
export function contentsOf({ texts }: Pick<Value, 'texts'>): number {
  let origin = 0
  for (const text of texts) {
    const place = beforeStar(text)
    if (isSecretPlace(text) || isSecretFolder(place)) origin |= origins.secret
    if (isHubToken(text)) origin |= origins.credential
    if (isSettingsPlace(text)) origin |= origins.private
    if (isSettingsOfPack(text)) origin |= origins.credential
    if (usersFolder.test(text)) origin |= origins.home
    if (isKeptFolder(place) && isWholeFolder(place)) origin |= origins.kept
  }
  return origin
}

/** Returns the origins of what a text in the source names: a place, an address, or the port of the tool. */
export function contentOfText(text: string): number {
  if (text === '8188' || /^\w+:\/\/(localhost|127\.0\.0\.1):8188\b/.test(text)) return origins.port
  if (!/[\\/]/.test(text)) return 0
  const host = outerHostOf(text)
  if (host !== '') return isKnownSource(text) || isServiceHost(host) ? 0 : origins.address
  const content = contentsOf({ texts: [text] })
  return (
    (content & (origins.secret | origins.credential | origins.private)) |
    (content & origins.home && /\w[\\/]*$/.test(text) ? origins.homeFolder : 0) |
    (content & origins.kept ? origins.keptFolder : 0)
  )
}

/** Returns the origins of the files in a place with these origins. */
export function insideOf(origin: number): number {
  if ((origin & folders) === 0) return origin
  return (
    (origin & ~folders) |
    (origin & origins.homeFolder ? origins.home : 0) |
    (origin & origins.keptFolder ? origins.kept : 0)
  )
}

/** The settings of the tool, with the keys of every pack, and its log. */
function isSettingsPlace(text: string): boolean {
  return isToolPlace(text) && /\/(comfy\.settings\.json|comfyui(_\d{1,6})?\.log)$/.test(text)
}

/** Whether the name is that of a file without source code. */
export function isDataPlace(text: string): boolean {
  return /\.(png|jpe?g|gif|webp|bmp|ico|svg|wav|mp[34]|ogg|ttf|woff2?|dat|data|bin|db|pak|npy|npz|css|html?|md|log|cache|tmp|so|dll|pt|pth|ckpt|safetensors|model|idx|res|blob|lic|txt|rst)$|(^|[\\/])(licen[cs]e|readme|notice|changelog)$/i.test(
    text,
  )
}

export function joinPath({ name, receiver, args }: LibraryCall): Value {
  const isMethod =
    /\.(joinpath|with_name|with_suffix)$/.test(name) || (args.length === 0 && receiver.texts.length > 0)
  const parts = isMethod ? [receiver, ...args] : [...args]
  const sum = mixAll(parts)
  const texts = parts.some((part) => part.texts.length > 0)
    ? parts
        .reduce<string[]>((before, part) => {
          const options = part.texts.length > 0 ? part.texts : [hole]
          return before.length === 0
            ? [...options]
            : before
                .flatMap((text) =>
                  options.map((one) => (/^([\\/]|~|[A-Za-z]:)/.test(one) ? one : `${text}/${one}`)),
                )
                .slice(0, 16)
        }, [])
        .map(withoutSteps)
    : []
  // A place in a folder is not the folder.
  const origin = parts.length > 1 ? sum.origin & ~folders : sum.origin
  return { ...sum, origin, texts, isOpen: sum.isOpen || texts.length === 0, names: [] }
}

/** Applies only to places in the tool's folder: elsewhere the parent folder says nothing. */
export function parentOf({ name, args }: LibraryCall): Value {
  return { ...mixAll(args), ...resultName(name), isOpen: true, texts: parentPlaces(args[0]?.texts ?? []) }
}

/** The user's own folders as a whole, not the data of one program in them. */
const usersFolder =
  /^(~|%HOME%|%USERPROFILE%|%APPDATA%|%LOCALAPPDATA%|\/home|\/Users|\/root|\/$|[A-Z]:[\\/]?$)([\\/]*$|[\\/]+(\*|\0|Documents|Desktop|Downloads|Pictures|Movies|Videos|Music|OneDrive|Dropbox|Library|AppData|Local|Roaming)[\\/]*(\*|\0|$))/

/** The folder before the part of a path that has a star. */
function beforeStar(path: string): string {
  const star = path.indexOf('*')
  const end = star < 0 ? -1 : path.lastIndexOf('/', star)
  return end < 0 ? path : path.slice(0, end)
}

/** Lists the user's own folders. */
export function listFolder({ receiver, args }: LibraryCall): Value {
  const below = receiver.texts.flatMap((folder) => (args[0]?.texts ?? []).map((one) => `${folder}/${one}`))
  const places = [...[receiver, ...args].flatMap((value) => value.texts), ...below]
  const isHome = places.some((text) => usersFolder.test(text))
  const isSecret = places.some((text) => isSecretPlace(text) || isSecretFolder(beforeStar(text)))
  const isKept = places.some((text) => isKeptFolder(beforeStar(text)))
  const sum = mixAll([receiver, ...args])
  return {
    ...sum,
    isOpen: true,
    origin:
      (insideOf(sum.origin) & ~origins.built) |
      (isHome ? origins.home : 0) |
      (isKept ? origins.kept : 0) |
      (isSecret ? origins.secret : 0),
  }
}

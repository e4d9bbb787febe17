import { readRepository } from '../ground/repository.ts'
import { normalName } from '../requirements/marker.ts'
import { readVersion } from '../requirements/versions.ts'
import { type LockedModel, LockRefusal } from './installation.ts'

const sha256Form = /^[\da-f]{64}$/i
const commitForm = /^[\da-f]{40}$/i
const idForm = /^[\w.@+/-]{1,200}$/
const versionForm = /^[\w.+!~-]{1,100}$/
const nameForm = /^[A-Za-z\d](?:[\w.-]{0,198}[A-Za-z\d])?$/
/** Characters that shells, systems or readers misunderstand; the last ones reverse the direction of a name. */
const unsafe = /[\0-\x1f\x7f<>:"|?*\u202a-\u202e\u2066-\u2069]/

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Reads a value that must have a form. Returns undefined for others, so that a bad member does not lose the rest. */
const ofForm = (value: unknown, form: RegExp): string | undefined =>
  form.test(text(value)) ? text(value) : undefined

export const idOf = (value: unknown) => ofForm(value, idForm)
export const versionOf = (value: unknown) => ofForm(value, versionForm)
export const commitOf = (value: unknown) => ofForm(value, commitForm)?.toLowerCase()
export const sha256Of = (value: unknown) => ofForm(value, sha256Form)?.toLowerCase()
export const sizeOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined

const maxUrlLength = 2048

/** Returns web addresses without a user name, in their normal form. */
export function urlOf(value: unknown): string | undefined {
  const written = text(value)
  if (written === '' || written.length > maxUrlLength || !URL.canParse(written)) return undefined
  const url = new URL(written)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url.href : undefined
}

/** Returns the address to clone a repository from. */
export const repositoryOf = (value: unknown): string | undefined => readRepository(text(value))?.clone

/** Returns the name of one folder or file. */
export function fileNameOf(value: unknown): string | undefined {
  const name = text(value)
  const isPlain = name !== '' && name !== '.' && name !== '..' && name.length <= 200
  return isPlain && !unsafe.test(name) && !/[\\/]/.test(name) ? name : undefined
}

/** Returns the name of a pack's folder. Those that begin with a dot belong to git, to disabled packs, or to the history. */
export function packFolderOf(value: unknown): string | undefined {
  const name = fileNameOf(value)
  return name?.startsWith('.') ? undefined : name
}

/** Returns a path below a folder, with `/` between its parts. */
export function pathOf(value: unknown): string | undefined {
  const parts = text(value)
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '')
  const isGood = parts.length > 0 && parts.length <= 20 && parts.every((part) => fileNameOf(part) === part)
  return isGood && text(value).length <= 500 ? parts.join('/') : undefined
}

export const packageNameOf = (value: unknown): string | undefined => {
  const name = ofForm(value, nameForm)
  return name === undefined ? undefined : normalName(name)
}

export const pinVersionOf = (value: unknown): string | undefined =>
  text(value).length <= 100 ? readVersion(text(value))?.text : undefined

/** Removes members without a value. */
export function compact<T extends object>(value: { [K in keyof T]?: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
}

export function assertWithin(list: readonly unknown[], most: number, place: string): void {
  if (list.length > most) throw new LockRefusal('too_large', place)
}

export function modelOf(value: Record<string, unknown>): LockedModel | undefined {
  const [folder, name] = [pathOf(value['folder']), pathOf(value['name'])]
  if (folder === undefined || name === undefined) return undefined
  return compact<LockedModel>({
    folder,
    name,
    url: urlOf(value['url']),
    sha256: sha256Of(value['sha256']),
    size: sizeOf(value['size']),
  })
}

import type { PackFiles } from '../archive/pack-files.ts'
import type { Finding } from '../ground/finding.ts'
import { decodePython } from '../python/decode.ts'
import { isTellingName } from './interest/interest.ts'
import { textsInMarshal } from './marshal.ts'
import { compiledPython } from './rules/files.ts'

/** Hand-written modules are smaller. */
const largestCache = 4 * 1024 * 1024
/** More caches than this are not read; they stay findings. */
const maxCaches = 500

/**
 * Lowers the findings about caches of compiled Python that Python ignores, or that say nothing that their source does
 * not say.
 */
export async function checkCaches(source: PackFiles, findings: readonly Finding[]): Promise<Finding[]> {
  const sizes = new Map(source.files.map(({ path, size }) => [path, size]))
  const checked: Finding[] = []
  let left = maxCaches
  for (const finding of findings) {
    const { rule, file_path: path = '' } = finding
    const module = rule === compiledPython.id ? sourceOf(path) : undefined
    const size = module === undefined ? undefined : (sizes.get(module) ?? 0)
    const isRead = size !== undefined && size <= largestCache && (sizes.get(path) ?? 0) <= largestCache
    if (module === undefined || !isRead || left-- <= 0) {
      checked.push(finding)
      continue
    }
    const cache = await source.read(path)
    const message = sizes.has(module) ? saysNothingNew(cache, await source.read(module)) : isIdle(cache)
    checked.push(message === undefined ? finding : { ...finding, severity: 'low', message })
  }
  return checked
}

/** `a/__pycache__/b.cpython-312.opt-1.pyc` is the cache of `a/b.py`. Source: PEP 3147, PEP 488. */
function sourceOf(path: string): string | undefined {
  const [, folder = '', name] = /^(.*\/)?__pycache__\/([^/.]+)\.[\w-]+(?:\.opt-\w+)?\.pyc$/.exec(path) ?? []
  return name === undefined ? undefined : `${folder}${name}.py`
}

/** Returns why the cache is harmless. Source: PEP 552, `importlib._bootstrap_external`. */
function saysNothingNew(cache: Uint8Array, source: Uint8Array): string | undefined {
  if (cache[2] !== 0x0d || cache[3] !== 0x0a) return 'Ships a cache that Python ignores.'
  if (cache.byteLength < 16) return undefined
  const view = new DataView(cache.buffer, cache.byteOffset, cache.byteLength)
  // A cache with a digest runs whatever its source says, or if the digest fits.
  if (view.getUint32(4, true) !== 0) return undefined
  const { text } = decodePython(source)
  const unix = text.replaceAll('\r\n', '\n')
  const encoder = new TextEncoder()
  const sizes = [
    source.byteLength,
    encoder.encode(unix).byteLength,
    encoder.encode(unix.replaceAll('\n', '\r\n')).byteLength,
  ]
  if (!sizes.includes(view.getUint32(12, true)))
    return 'Ships a cache that Python ignores, because its source is another.'
  const texts = textsInMarshal(cache.subarray(16), view.getUint16(0, true))
  const isSame = texts?.every((one) =>
    (one.match(word) ?? []).every((part) => made.test(part) || text.includes(part)),
  )
  return isSame ? 'Ships a cache of compiled Python that says the same as its source.' : undefined
}

/** Returns why a cache without its source is harmless: Python does not import it, and it can do nothing. Source: PEP 3147. */
function isIdle(cache: Uint8Array): string | undefined {
  if (cache.byteLength < 16) return undefined
  const magic = new DataView(cache.buffer, cache.byteOffset, cache.byteLength).getUint16(0, true)
  const words = textsInMarshal(cache.subarray(16), magic)?.flatMap((text) => text.match(word) ?? [])
  return words === undefined || words.some(isTellingName)
    ? undefined
    : 'Ships a cache that Python ignores, because its source is missing.'
}

const word = /[\p{L}\p{N}_]{3,}/gu
/** Names that the compiler makes. */
const made =
  /^(__\w+__|listcomp|genexpr|dictcomp|setcomp|lambda|module|locals|return|type_params|annotations)$/

import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { percentDecoded } from '@nodeyard/analysis/ground'
import { getFile, Unreachable } from '../../ground/outbound/get.ts'

/**
 * A Python package index: its simple API as JSON (PEP 691) or, where it has none, its JSON API, and metadata files beside
 * the wheels (PEP 658).
 */
export interface IndexSource {
  /** The project's files as JSON. Undefined if the index has no such project. */
  readProject(name: string): Promise<{ text: string; base: URL } | undefined>
  /** A metadata file. Undefined if it is missing. */
  readMetadata(url: URL): Promise<string | undefined>
}

/** Some projects have thousands of files. */
const maxProjectBytes = 64 * 1024 * 1024
const maxMetadataBytes = 2 * 1024 * 1024
const projectMs = 120_000
const metadataMs = 30_000

/** `from` is the URL of an index, or a folder with the same paths as files. */
export async function openIndex(from: string): Promise<IndexSource> {
  const url = URL.parse(from)
  if (url && /^https?:$/.test(url.protocol)) return new RemoteIndex(url)
  const folder = resolve(from)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new Error(`${from} is neither a URL nor a folder.`)
  return new FolderIndex(folder)
}

class RemoteIndex implements IndexSource {
  readonly #base: URL
  constructor(base: URL) {
    this.#base = base.href.endsWith('/') ? base : new URL(`${base.href}/`)
  }

  async readProject(name: string): Promise<{ text: string; base: URL } | undefined> {
    for (const path of [`simple/${name}/`, `pypi/${name}/json`]) {
      const base = new URL(path, this.#base)
      const accept = 'application/vnd.pypi.simple.v1+json, application/json;q=0.5'
      const text = await this.#read(base, { accept, maxBytes: maxProjectBytes, timeoutMs: projectMs })
      // An index without the JSON form answers with a page.
      if (text?.trimStart().startsWith('{')) return { text, base }
    }
    return undefined
  }

  /** Addresses come from strangers: they lead to the index itself or to public hosts. */
  async readMetadata(url: URL): Promise<string | undefined> {
    try {
      return await this.#read(url, { maxBytes: maxMetadataBytes, timeoutMs: metadataMs })
    } catch (error) {
      if (error instanceof Unreachable && error.problem === 'address_refused') return undefined
      throw error
    }
  }

  async #read(url: URL, options: { accept?: string; maxBytes: number; timeoutMs: number }) {
    return (await getFile(url.href, { ...options, trusted: [this.#base.origin] }))?.toString()
  }
}

/**
 * `simple/{name}/index.json`, `pypi/{name}/json` or `{name}.json`. Metadata files are where the addresses say, or in
 * `files` if these lead elsewhere.
 */
class FolderIndex implements IndexSource {
  readonly #folder: string
  constructor(folder: string) {
    this.#folder = folder
  }

  async readProject(name: string): Promise<{ text: string; base: URL } | undefined> {
    for (const parts of [['simple', name, 'index.json'], ['pypi', name, 'json'], [`${name}.json`]]) {
      const path = join(this.#folder, ...parts)
      const text = await readIfThere(path, maxProjectBytes)
      if (text !== undefined) return { text, base: pathToFileURL(path) }
    }
    return undefined
  }

  /** Addresses in a stranger's file must not lead out of the folder. */
  async readMetadata(url: URL): Promise<string | undefined> {
    const pathname = percentDecoded(url.pathname)
    if (pathname === undefined) return undefined
    const isLocal = url.protocol === 'file:' && url.host === ''
    const path = isLocal ? resolve(pathname) : join(this.#folder, 'files', basename(pathname))
    return path.startsWith(this.#folder + sep) ? readIfThere(path, maxMetadataBytes) : undefined
  }
}

async function readIfThere(path: string, maxBytes: number): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  if (found.size > maxBytes) throw new Error(`${path} has more than ${maxBytes} bytes.`)
  return readFile(path, 'utf8')
}

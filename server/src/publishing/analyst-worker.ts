import { open, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { type Archive, openArchive, verifyContents } from '@nodeyard/analysis/archive/reader'
import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import { fingerprintPack } from '@nodeyard/analysis/fingerprint/fingerprint'
import { type Inspection, inspectPack } from '@nodeyard/analysis/inspect'
import { filesOfArchive, type PackFiles } from '@nodeyard/analysis/pack-files'
import { type PythonParser, parserFrom } from '@nodeyard/analysis/python/parser'
import type { ReadmeBase } from '../markdown/addresses.ts'
import { idPrefix } from '../markdown/anchors.ts'
import { withPictureSizes } from '../markdown/picture-sizes.ts'
import { renderReadme } from '../markdown/render.ts'
import { yieldToRequests } from '../yield-to-requests.ts'
import type { ComfyNodePage, PackReport } from './analyst.ts'

/** What strangers sent is read in this thread; `analyst-pool.ts` is the other end. */
export interface AnalystRequest {
  kind: 'structure' | 'verify' | 'inspect' | 'fingerprint'
  path: string
}

export interface PlainRefusal {
  code: ArchiveRefusal['code']
  message: string
  path?: string
  limit?: number
  actual?: number
}

export type AnalystAnswer = { value: unknown } | { refusal: PlainRefusal } | { failure: string }

if (!parentPort) throw new Error('This file runs as a worker thread.')
const port = parentPort
yieldToRequests()
port.on('message', async (request: AnalystRequest) => port.postMessage(await answer(request)))

async function answer({ kind, path }: AnalystRequest): Promise<AnalystAnswer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const archive = await openArchive({
      size,
      async read(offset, length) {
        const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      },
    })
    return { value: await read(kind, archive) }
  } catch (error) {
    if (error instanceof ArchiveRefusal) return { refusal: toPlain(error) }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    await file.close()
  }
}

async function read(kind: AnalystRequest['kind'], archive: Archive): Promise<unknown> {
  switch (kind) {
    case 'structure':
      return { files: archive.fileCount, unpackedBytes: archive.unpackedBytes }
    case 'verify':
      return verifyContents(archive)
    case 'fingerprint':
      return fingerprintPack(filesOfArchive(archive))
    case 'inspect':
      return inspect(filesOfArchive(archive))
  }
}

async function inspect(pack: PackFiles): Promise<PackReport> {
  return report(await inspectPack(pack, await pythonParser()), pack)
}

async function report(inspection: Inspection, pack: PackFiles): Promise<PackReport> {
  const { readme, manifest } = inspection
  const paths = new Set(pack.files.map(({ path }) => path))
  const base: ReadmeBase = {
    ...(manifest?.repository ? { repository: manifest.repository } : {}),
    hasFile: (path) => paths.has(path),
  }
  return {
    inspection,
    readmeHtml: readme ? await withPictureSizes(renderReadme(readme, base), pack) : '',
    documents: await renderDocuments(inspection, base, pack),
  }
}

/** Several of these pages can be open in one page of the site: each has ids of its own. */
async function renderDocuments(
  { comfy_nodes }: Inspection,
  base: ReadmeBase,
  pack: PackFiles,
): Promise<ComfyNodePage[]> {
  const pages: ComfyNodePage[] = []
  for (const { comfy_node_name: name, documents = [] } of comfy_nodes) {
    for (const { language = '', ...document } of documents) {
      const prefix = `${idPrefix}${pages.length}-`
      const html = renderReadme({ ...document, format: 'markdown' }, base, prefix)
      pages.push({ name, language, html: await withPictureSizes(html, pack) })
    }
  }
  return pages
}

let parser: Promise<PythonParser> | undefined

function pythonParser(): Promise<PythonParser> {
  parser ??= loadParser()
  return parser
}

async function loadParser(): Promise<PythonParser> {
  const { resolve } = createRequire(import.meta.url)
  const [runtime, grammar] = await Promise.all([
    readFile(resolve('web-tree-sitter/web-tree-sitter.wasm')),
    readFile(resolve('tree-sitter-python/tree-sitter-python.wasm')),
  ])
  return parserFrom(runtime, grammar)
}

function toPlain({ code, message, path, limit, actual }: ArchiveRefusal): PlainRefusal {
  return {
    code,
    message,
    ...(path === undefined ? {} : { path }),
    ...(limit === undefined ? {} : { limit }),
    ...(actual === undefined ? {} : { actual }),
  }
}

import { open, readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Archive, openArchive, verifyContents } from '@nodeyard/analysis/archive/reader'
import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import { fingerprintPack } from '@nodeyard/analysis/fingerprint/fingerprint'
import { type Inspection, inspectPack } from '@nodeyard/analysis/inspect'
import { filesOfArchive, type PackFiles, reportReads } from '@nodeyard/analysis/pack-files'
import { type PythonParser, parserFrom } from '@nodeyard/analysis/python/parser'
import type { ReadmeBase } from '../../ground/markdown/addresses.ts'
import { idPrefix } from '../../ground/markdown/anchors.ts'
import { withPictureSizes } from '../../ground/markdown/picture-sizes.ts'
import { type ReadmeText, renderReadme } from '../../ground/markdown/render.ts'
import { yieldToAll, yieldToRequests } from '../../ground/threads/yield-to-requests.ts'
import type { ComfyNodePage, PackReport } from './analyst.ts'
import { FileClock, FileTimes } from './file-clock.ts'

/** What strangers sent is read in this thread; `analyst-pool.ts` is the other end. */
export interface AnalystRequest {
  kind: 'structure' | 'verify' | 'inspect' | 'fingerprint'
  path: string
}

export interface AnalystWorkerData {
  /** Of a `FileClock`. */
  memory: SharedArrayBuffer
  /** CPU time after which a task yields to all others. The thread cannot take that back. */
  longTaskMs: number
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
const { memory, longTaskMs } = workerData as AnalystWorkerData
const clock = new FileClock(memory)
yieldToRequests()
port.on('message', async (request: AnalystRequest) => port.postMessage(await answer(request)))

async function answer({ kind, path }: AnalystRequest): Promise<AnalystAnswer> {
  const { turnTo } = new FileTimes(clock, (spentMs) => spentMs > longTaskMs && yieldToAll())
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
    return { value: await read(kind, archive, turnTo) }
  } catch (error) {
    if (error instanceof ArchiveRefusal) return { refusal: toPlain(error) }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    await file.close()
  }
}

type TurnTo = FileTimes['turnTo']

async function read(kind: AnalystRequest['kind'], archive: Archive, turnTo: TurnTo): Promise<unknown> {
  switch (kind) {
    case 'structure':
      return { files: archive.fileCount, unpackedBytes: archive.unpackedBytes }
    case 'verify':
      return verifyContents(archive)
    case 'fingerprint':
      return fingerprintPack(reportReads(filesOfArchive(archive), turnTo))
    case 'inspect':
      return inspect(filesOfArchive(archive), turnTo)
  }
}

async function inspect(pack: PackFiles, turnTo: TurnTo): Promise<PackReport> {
  const inspection = await inspectPack(pack, await pythonParser(), { onFile: turnTo })
  return report(inspection, reportReads(pack, turnTo), turnTo)
}

async function report(inspection: Inspection, pack: PackFiles, turnTo: TurnTo): Promise<PackReport> {
  const { readme, manifest } = inspection
  const paths = new Set(pack.files.map(({ path }) => path))
  const base: ReadmeBase = {
    ...(manifest?.repository ? { repository: manifest.repository } : {}),
    hasFile: (path) => paths.has(path),
  }
  const render = async (text: ReadmeText, prefix?: string) => {
    turnTo(text.path)
    return withPictureSizes(renderReadme(text, base, prefix), pack)
  }
  return {
    inspection,
    readmeHtml: readme ? await render(readme) : '',
    documents: await renderDocuments(inspection, render),
  }
}

/** Several of these pages can be open in one page of the site: each has ids of its own. */
async function renderDocuments(
  { comfy_nodes }: Inspection,
  render: (text: ReadmeText, prefix: string) => Promise<string>,
): Promise<ComfyNodePage[]> {
  const pages: ComfyNodePage[] = []
  for (const { comfy_node_name: name, documents = [] } of comfy_nodes) {
    for (const { language = '', path, text } of documents) {
      const html = await render({ path, text, format: 'markdown' }, `${idPrefix}${pages.length}-`)
      pages.push({ name, language, html })
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
  const [runtime, grammar] = await Promise.all([
    readFile(new URL(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'))),
    readFile(new URL(import.meta.resolve('tree-sitter-python/tree-sitter-python.wasm'))),
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

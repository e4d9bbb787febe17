import { open, readFile } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import {
  type Archive,
  filesOfArchive,
  openArchive,
  openPackArchive,
  type PackFiles,
  reportReads,
  sourceOfFile,
  verifyContents,
} from '@nodeyard/analysis/archive'
import { fingerprintPack, hashFiles, hasTests } from '@nodeyard/analysis/facts'
import { type Inspection, inspectPack, type PythonParser, parserFrom } from '@nodeyard/analysis/inspection'
import { readExamples } from '@nodeyard/analysis/workflow'
import { limits } from '@nodeyard/contract/limits'
import type { ReadmeBase } from '../../ground/markdown/addresses.ts'
import { idPrefix } from '../../ground/markdown/anchors.ts'
import { withPictureSizes } from '../../ground/markdown/picture-sizes.ts'
import { type ReadmeText, renderReadme } from '../../ground/markdown/render.ts'
import { serve } from '../../ground/threads/thread.ts'
import { yieldToAll, yieldToRequests } from '../../ground/threads/yield-to-requests.ts'
import { hashOf } from '../../people/tokens/secret.ts'
import type { ArchiveReport, ComfyNodePage, Contents, PackReport, Reading } from './analyst.ts'
import { FileClock, FileTimes } from './file-clock.ts'
import { checkRepository } from './pack-check.ts'

/** Input of the thread that reads uploaded archives for `analyst-pool.ts`. */
export interface AnalystThreadOptions {
  /** Memory of a `FileClock`. */
  clock: SharedArrayBuffer
  /** CPU time after which a task yields to all others. The thread cannot raise its priority again. */
  longTaskMs: number
  /** Yields to all others from the start. */
  isIdle: boolean
}

/** Methods of the pool. */
export type AnalystClient = { noteContents(contents: Contents): void }

export type AnalystApi = typeof api

const options: AnalystThreadOptions = workerData
const clock = new FileClock(options.clock)
if (options.isIdle) yieldToAll()
else yieldToRequests()

const api = {
  structure: ({ path }: { path: string }) =>
    withArchive(
      path,
      async ({ fileCount: files, unpackedBytes }): Promise<ArchiveReport> => ({
        files,
        unpackedBytes,
      }),
      openPackArchive,
    ),
  fingerprint: ({ path }: { path: string }) =>
    withArchive(path, (archive, turnTo) => fingerprintPack(reportReads(filesOfArchive(archive), turnTo))),
  hash: ({ path }: { path: string }) =>
    withArchive(path, (archive, turnTo) => hashFiles(reportReads(filesOfArchive(archive), turnTo))),
  read: ({ path }: { path: string }) =>
    withArchive(path, async (archive, turnTo): Promise<Reading> => {
      const pack = filesOfArchive(archive)
      const report = await verifyContents(archive)
      const contents = { ...report, fingerprints: await fingerprintPack(reportReads(pack, turnTo)) }
      await pool.call('noteContents', contents)
      return { contents, pack: await inspect(pack, turnTo) }
    }),
  check: ({ path }: { path: string }) =>
    withArchive(path, async (archive, turnTo) =>
      checkRepository(reportReads(filesOfArchive(archive), turnTo), await pythonParser(), turnTo),
    ),
}

const pool = serve<AnalystClient>(api)

type TurnTo = FileTimes['turnTo']

async function withArchive<Result>(
  path: string,
  work: (archive: Archive, turnTo: TurnTo) => Promise<Result>,
  openWith: typeof openPackArchive = openArchive,
): Promise<Result> {
  const { turnTo } = new FileTimes(clock, (spentMs) => spentMs > options.longTaskMs && yieldToAll())
  const file = await open(path)
  try {
    const archive = await openWith(await sourceOfFile(file))
    return await work(archive, turnTo)
  } finally {
    await file.close()
  }
}

async function inspect(pack: PackFiles, turnTo: TurnTo): Promise<PackReport> {
  const leaked = new Set<string>()
  const onOwnToken = (token: string) => leaked.add(hashOf(token))
  const inspection = await inspectPack(pack, await pythonParser(), { onFile: turnTo, onOwnToken })
  return { ...(await report(inspection, reportReads(pack, turnTo), turnTo)), leakedTokens: [...leaked] }
}

async function report(
  inspection: Inspection,
  pack: PackFiles,
  turnTo: TurnTo,
): Promise<Omit<PackReport, 'leakedTokens'>> {
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
    workflows: await readExamples(pack, workflowLimits),
    hasTests: hasTests([...paths]),
  }
}

const workflowLimits = {
  count: limits.workflowsPerVersion,
  fileBytes: limits.workflowFileBytes,
  bytes: limits.workflowBytes,
}

/** Prefixes the ids of each page, because a page of the site can show several of them. */
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

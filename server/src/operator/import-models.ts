import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type HubRepository,
  type ListedModel,
  modelsWithAddress,
  readDocument,
  readHubFiles,
  readHubRepositories,
  readModelList,
} from '@nodeyard/analysis/facts'
import { isObject, listOf, parseJson } from '@nodeyard/analysis/ground'
import { WorkflowRefusal } from '@nodeyard/analysis/workflow'
import { readWorkflow } from '@nodeyard/analysis/workflow-reader'
import type { Deps } from '../deps.ts'
import { getFile } from '../ground/outbound/get.ts'
import { importModels, importRepositories } from '../packs/models/import.ts'

const maxBytes = 64 * 1024 * 1024
const maxFiles = 100_000
const fetchMs = 60_000

/**
 * Imports where models can be downloaded, from the manager's list, the records and notes of workflows (JSON and pictures),
 * documentation in Markdown, and responses of the hub, which also state the terms of repositories.
 */
export async function importModelLists(
  deps: Deps,
  source: string,
  output: (line: string) => void,
): Promise<number> {
  const found = { hub: [] as ListedModel[], list: [] as ListedModel[], workflow: [] as ListedModel[] }
  const terms: HubRepository[] = []
  for await (const { path, content } of readFiles(source)) {
    if (document.test(path)) {
      found.list.push(...readDocument(content.toString()))
      continue
    }
    if (picture.test(path)) {
      found.workflow.push(...(await modelsOfPicture(content)))
      continue
    }
    const value = parseJson(content.toString())
    const isList =
      isObject(value) && listOf(value['models']).some((one) => isObject(one) && 'save_path' in one)
    terms.push(...readHubRepositories(value))
    found.hub.push(...readHubFiles(value))
    found[isList ? 'list' : 'workflow'].push(...readModelList(value))
  }
  const count = found.hub.length + found.list.length + found.workflow.length
  if (terms.length > 0) {
    await importRepositories(deps, terms)
    output(`The terms of ${terms.length} repositories read.`)
    if (count === 0) return 0
  }
  if (count === 0) {
    output(`${source} names no models with an address.`)
    return 1
  }
  const { before } = await importModels(deps, found.list, 'list')
  await importModels(deps, found.hub, 'hub')
  const { after } = await importModels(deps, found.workflow, 'workflow')
  output(`${count} models read, ${after - before} of them new. ${after} are known.`)
  return 0
}

const document = /\.mdx?$/
const picture = /\.(png|webp)$/i

/** Reads the workflow of a picture; many pictures have none. */
async function modelsOfPicture(content: Buffer): Promise<ListedModel[]> {
  const read = async (offset: number, length: number) =>
    new Uint8Array(content.subarray(offset, offset + length))
  const workflow = await readWorkflow({ size: content.length, read }).catch((error: unknown) => {
    if (error instanceof WorkflowRefusal) return undefined
    throw error
  })
  return modelsWithAddress(workflow?.graphs ?? [])
}

async function* readFiles(source: string): AsyncGenerator<{ path: string; content: Buffer }> {
  if (/^https?:\/\//.test(source)) {
    const trusted = [new URL(source).origin]
    const file = await getFile(source, { accept: 'application/json', trusted, maxBytes, timeoutMs: fetchMs })
    yield { path: new URL(source).pathname, content: file ?? Buffer.alloc(0) }
    return
  }
  const isFolder = (await stat(source)).isDirectory()
  const paths = isFolder
    ? (await readdir(source, { recursive: true }))
        .filter((path) => /\.(json|mdx?|png|webp)$/i.test(path))
        .slice(0, maxFiles)
    : ['']
  for (const path of paths) {
    const file = isFolder ? join(source, path) : source
    const { size } = await stat(file)
    if (size <= maxBytes) yield { path: file, content: await readFile(file) }
  }
}

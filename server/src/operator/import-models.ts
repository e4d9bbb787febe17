import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type HubRepository,
  type ListedModel,
  readDocument,
  readHubFiles,
  readHubRepositories,
  readModelList,
} from '@nodeyard/analysis/facts'
import { isObject, listOf, parseJson } from '@nodeyard/analysis/ground'
import type { Deps } from '../deps.ts'
import { getFile } from '../ground/outbound/get.ts'
import { importModels, importRepositories } from '../packs/models/import.ts'

const maxBytes = 64 * 1024 * 1024
const maxFiles = 100_000
const fetchMs = 60_000

/**
 * Imports where models can be downloaded, from the manager's list, the records of workflows, documentation in Markdown,
 * and responses of the hub, which also state the terms of repositories.
 */
export async function importModelLists(
  deps: Deps,
  source: string,
  output: (line: string) => void,
): Promise<number> {
  const found = { hub: [] as ListedModel[], list: [] as ListedModel[], workflow: [] as ListedModel[] }
  const terms: HubRepository[] = []
  for await (const { path, text } of readTexts(source)) {
    if (document.test(path)) {
      found.list.push(...readDocument(text))
      continue
    }
    const value = parseJson(text)
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

async function* readTexts(source: string): AsyncGenerator<{ path: string; text: string }> {
  if (/^https?:\/\//.test(source)) {
    const trusted = [new URL(source).origin]
    const file = await getFile(source, { accept: 'application/json', trusted, maxBytes, timeoutMs: fetchMs })
    yield { path: new URL(source).pathname, text: file?.toString() ?? '' }
    return
  }
  const isFolder = (await stat(source)).isDirectory()
  const paths = isFolder
    ? (await readdir(source, { recursive: true }))
        .filter((path) => /\.(json|mdx?)$/.test(path))
        .slice(0, maxFiles)
    : ['']
  for (const path of paths) {
    const file = isFolder ? join(source, path) : source
    const { size } = await stat(file)
    if (size <= maxBytes) yield { path: file, text: await readFile(file, 'utf8') }
  }
}

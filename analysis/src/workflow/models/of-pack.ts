import { defined } from '../../ground/defined.ts'
import { parseJson } from '../../ground/json.ts'
import { findGraphs } from '../find-graphs.ts'
import { modelsInText } from './from-text.ts'
import { modelsOf } from './from-workflow.ts'
import type { ModelOfPack } from './model.ts'

/** More than any pack names in its documentation and workflows together. */
export const maxDocumentedModels = 200

/** Adds what documents name, if the code does not name the same address. */
export function withModelsOfDocs(
  models: readonly ModelOfPack[],
  docs: ReadonlyMap<string, string>,
  data: ReadonlyMap<string, string>,
): ModelOfPack[] {
  const inCode = new Set(models.map(({ url }) => url))
  return [...models, ...modelsInDocs(docs, data).filter(({ url }) => !inCode.has(url))]
}

/** Reads the models that the documentation and the example workflows of a pack offer. Both are texts by path. */
function modelsInDocs(docs: ReadonlyMap<string, string>, data: ReadonlyMap<string, string>): ModelOfPack[] {
  const found = new Map<string, ModelOfPack>()
  for (const models of inOrder(docs, data))
    for (const model of models) {
      if (found.size >= maxDocumentedModels) return [...found.values()]
      const key = `${model.name} ${model.url}`
      if (!found.has(key)) found.set(key, model)
    }
  return [...found.values()]
}

function* inOrder(
  docs: ReadonlyMap<string, string>,
  data: ReadonlyMap<string, string>,
): Generator<ModelOfPack[]> {
  for (const [file, text] of data) if (isWorkflow(file, text)) yield ofExample(file, text)
  for (const [file, text] of docs) yield ofDocument(file, text)
}

const isWorkflow = (file: string, text: string) =>
  file.endsWith('.json') && text.includes('https://') && /"(nodes|class_type)"/.test(text)

function ofExample(file: string, text: string): ModelOfPack[] {
  return modelsOf(findGraphs(parseJson(text))).flatMap(({ name, folder, folderFrom, sources }) =>
    sources
      .filter(({ url }) => url.startsWith('https://'))
      .map(({ url, isPage }) => ({
        url,
        name,
        from: 'example' as const,
        file,
        line: 1,
        ...(folder !== undefined && folderFrom === 'record' ? { folder } : {}),
        ...defined({ isPage: isPage || undefined }),
      })),
  )
}

function ofDocument(file: string, text: string): ModelOfPack[] {
  return modelsInText(text).map(({ isPage, ...model }) => ({
    ...model,
    ...defined({ isPage: isPage || undefined }),
    from: 'docs',
    file,
  }))
}

import { isList, isObject, type JsonObject, parseJson } from '../ground/json.ts'

/** A workflow as the editor saves it, or as it is sent to the tool's API. */
export type Graph = { form: 'editor'; value: JsonObject } | { form: 'api'; value: JsonObject }

/** Programs wrap a workflow in an object, and some wrap that again. */
const maxWrappers = 6
/** Values that are searched. A history of the tool has thousands of entries. */
const maxVisited = 20_000

/** Members that contain the workflow itself, the form with more facts first. */
const members = [
  'workflow',
  'extra_pnginfo',
  'extra_data',
  'prompt',
  'output',
  'api_graph',
  'graph',
  'content',
  'data',
]

/**
 * Finds the workflows in a JSON value: a file, a response of the tool about its history or queue, or what other programs
 * wrap around a workflow. Of two forms of the same workflow, only the editor's is returned.
 */
export function findGraphs(value: unknown): Graph[] {
  return new Search().find(value, 0)
}

class Search {
  #visited = 0

  find(value: unknown, wrappers: number): Graph[] {
    if (wrappers > maxWrappers || ++this.#visited > maxVisited) return []
    if (typeof value === 'string') return this.#inText(value, wrappers)
    if (isList(value)) return this.#inList(value, wrappers)
    if (!isObject(value)) return []
    if (isList(value['nodes'])) return [{ form: 'editor', value }]
    if (hasApiNode(value)) return [{ form: 'api', value }]
    for (const member of members) {
      const found = member in value ? this.find(value[member], wrappers + 1) : []
      if (found.length > 0) return found
    }
    const graphs: Graph[] = []
    for (const member of Object.keys(value)) {
      if (this.#visited > maxVisited) break
      if (!members.includes(member)) graphs.push(...this.find(value[member], wrappers + 1))
    }
    return graphs
  }

  #inText(text: string, wrappers: number): Graph[] {
    return /^\s*[[{]/.test(text) ? this.find(parseJson(text), wrappers + 1) : []
  }

  /** An entry of the tool's queue is a list: number, id, API form, and extra data with the editor's form. */
  #inList(list: readonly unknown[], wrappers: number): Graph[] {
    const [number, id, prompt, extra] = list
    const isEntry = typeof number === 'number' && typeof id === 'string' && isObject(prompt)
    if (!isEntry) return list.flatMap((item) => this.find(item, wrappers + 1))
    const saved = this.find(extra, wrappers + 1)
    return saved.length > 0 ? saved : this.find(prompt, wrappers + 1)
  }
}

/** An object can have many thousands of members, so no list of them is made. */
function hasApiNode(value: JsonObject): boolean {
  for (const member in value) if (isApiNode(value[member])) return true
  return false
}

interface ApiNode extends JsonObject {
  class_type: string
}

export const isApiNode = (value: unknown): value is ApiNode =>
  isObject(value) && typeof value['class_type'] === 'string' && value['class_type'] !== ''

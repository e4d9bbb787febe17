/** The API description as the page shows it: a tenth of the document, in the order in which people read. */
export interface ApiDocs {
  title: string
  version: string
  description: string
  groups: ApiGroup[]
}

export interface ApiGroup {
  name: string
  operations: Operation[]
}

export interface Operation {
  /** Unique on the page, for its address. */
  id: string
  method: string
  path: string
  summary: string
  description: string
  access: string
  parameters: Parameter[]
  /** The shape of the body, if the operation takes one. */
  body: string
  answers: Answer[]
  /** The codes of refusals, where the document lists them. */
  errors: string[]
}

export interface Parameter {
  name: string
  place: string
  type: string
  isRequired: boolean
  description: string
}

export interface Answer {
  status: string
  description: string
  shape: string
}

type Json = Record<string, unknown>

const methods = ['get', 'post', 'put', 'patch', 'delete']
const deepest = 6

/** Reads an OpenAPI 3.1 document. Whatever it leaves out, or says in another way, is left out here too. */
export function readApiDocs(document: unknown): ApiDocs {
  const root = record(document)
  const info = record(root['info'])
  const groups = new Map<string, Operation[]>()
  for (const [path, item] of Object.entries(record(root['paths']))) {
    for (const method of methods.filter((name) => name in record(item))) {
      const operation = record(record(item)[method])
      const name = text(list(operation['tags'])[0]) || (path.split('/')[1] ?? path)
      groups.set(name, [...(groups.get(name) ?? []), toOperation(root, path, method, operation)])
    }
  }
  return {
    title: text(info['title']),
    version: text(info['version']),
    description: text(info['description']),
    groups: [...groups].map(([name, operations]) => ({ name, operations })),
  }
}

function toOperation(root: Json, path: string, method: string, operation: Json): Operation {
  const parameters = list(operation['parameters']).map((one) => toParameter(root, record(resolve(root, one))))
  const answers = Object.entries(record(operation['responses'])).map(([status, response]) =>
    toAnswer(root, status, record(resolve(root, response))),
  )
  return {
    id: text(operation['operationId']) || `${method}-${path}`.replace(/[^\w]+/g, '-'),
    method: method.toUpperCase(),
    path,
    summary: text(operation['summary']),
    description: text(operation['description']),
    access: text(operation['x-access']),
    parameters,
    body: shapeOf(root, schemaIn(record(resolve(root, operation['requestBody'])))),
    answers,
    errors: list(operation['x-errors']).map(text).filter(Boolean),
  }
}

function toParameter(root: Json, parameter: Json): Parameter {
  return {
    name: text(parameter['name']),
    place: text(parameter['in']),
    type: shapeOf(root, parameter['schema']),
    isRequired: parameter['required'] === true,
    description: text(parameter['description']) || text(record(parameter['schema'])['description']),
  }
}

function toAnswer(root: Json, status: string, response: Json): Answer {
  return { status, description: text(response['description']), shape: shapeOf(root, schemaIn(response)) }
}

/** The schema of the JSON in a body or an answer. */
function schemaIn(holder: Json): unknown {
  const [media] = Object.values(record(holder['content']))
  return record(media)['schema']
}

/** A schema in the notation of TypeScript, indented, at most a few levels deep. */
export function shapeOf(root: Json, schema: unknown, depth = 0): string {
  const reference = text(record(schema)['$ref'])
  if (reference && depth > 0) return reference.split('/').at(-1) ?? ''
  const shape = record(resolve(root, schema))
  const choices = list(shape['anyOf'] ?? shape['oneOf'])
  if (choices.length > 0) return choices.map((choice) => shapeOf(root, choice, depth + 1)).join(' | ')
  if (Array.isArray(shape['enum'])) return shape['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in shape) return JSON.stringify(shape['const'])
  return shapeOfType(root, shape, depth)
}

function shapeOfType(root: Json, shape: Json, depth: number): string {
  const type = shape['type']
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return arrayOf(shapeOf(root, shape['items'], depth))
  if (type === 'object' || 'properties' in shape) return shapeOfObject(root, shape, depth)
  return text(type)
}

function arrayOf(items: string): string {
  return / \| /.test(items) && !items.startsWith('{') ? `(${items})[]` : `${items}[]`
}

function shapeOfObject(root: Json, shape: Json, depth: number): string {
  const properties = Object.entries(record(shape['properties']))
  if (properties.length === 0 || depth >= deepest) return 'object'
  const required = new Set(list(shape['required']).map(text))
  const indent = '  '.repeat(depth + 1)
  const lines = properties.map(
    ([name, property]) =>
      `${indent}${name}${required.has(name) ? '' : '?'}: ${shapeOf(root, property, depth + 1)}`,
  )
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

/** Follows a reference into the same document. */
function resolve(root: Json, value: unknown): unknown {
  const reference = text(record(value)['$ref'])
  if (!reference.startsWith('#/')) return value
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((place, name) => record(place)[name.replaceAll('~1', '/').replaceAll('~0', '~')], root)
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

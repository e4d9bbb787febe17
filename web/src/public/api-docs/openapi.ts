/** Operations of one group, in display order. */
export interface ApiGroup {
  name: string
  operations: OperationLine[]
}

/** Summary of an operation. */
export interface OperationLine {
  /** Unique on the page; part of its address. */
  id: string
  method: string
  path: string
  summary: string
  access: string
}

export interface Operation extends OperationLine {
  description: string
  parameters: Parameter[]
  /** Shape of the body, if the operation takes one. */
  body: string
  answers: Answer[]
  /** Raw text; empty if the document has no example. */
  example: { request: string; answer: string }
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
  /** Error codes of a refusal. */
  errors: { code: string; message: string }[]
}

type Json = Record<string, unknown>

const methods = ['get', 'post', 'put', 'patch', 'delete']
const deepest = 3

/**
 * Reads the index of an OpenAPI 3.1 document, with its groups in the order of its tags. Missing or malformed parts
 * are left out.
 */
export function readApiIndex(document: unknown): ApiGroup[] {
  const root = record(document)
  const order = list(root['tags']).map((tag) => text(record(tag)['name']))
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return [...Map.groupBy(operationsIn(root), ({ group }) => group)]
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([name, operations]) => ({ name, operations: readableFirst(operations.map(({ line }) => line)) }))
}

/** Puts the operations that everyone can call first, and reading before writing. */
function readableFirst(lines: readonly OperationLine[]): OperationLine[] {
  const rank = ({ access, method }: OperationLine) =>
    (access === 'public' ? 0 : 2) + (method === 'GET' ? 0 : 1)
  return lines.toSorted((one, other) => rank(one) - rank(other))
}

/** Reads the details of an operation, or returns null for an unknown id. */
export function readOperation(document: unknown, id: string): Operation | null {
  const root = record(document)
  const found = operationsIn(root).find(({ line }) => line.id === id)
  return found ? toOperation(root, found.line, found.operation) : null
}

function operationsIn(root: Json): { group: string; line: OperationLine; operation: Json }[] {
  return Object.entries(record(root['paths'])).flatMap(([path, item]) =>
    methods
      .filter((method) => method in record(item))
      .map((method) => {
        const operation = record(record(item)[method])
        return {
          group: text(list(operation['tags'])[0]) || (path.split('/')[1] ?? path),
          operation,
          line: {
            id: text(operation['operationId']) || `${method}-${path}`.replace(/[^\w]+/g, '-'),
            method: method.toUpperCase(),
            path,
            summary: text(operation['summary']),
            access: text(operation['x-access']),
          },
        }
      }),
  )
}

function toOperation(root: Json, line: OperationLine, operation: Json): Operation {
  const parameters = list(operation['parameters']).map((one) => record(resolve(root, one)))
  const body = record(resolve(root, operation['requestBody']))
  const answers = Object.entries(record(operation['responses'])).map(
    ([status, response]) => [status, record(resolve(root, response))] as const,
  )
  const success = answers.find(([status, answer]) => /^2/.test(status) && exampleIn(answer) !== undefined)
  return {
    ...line,
    description: text(operation['description']),
    parameters: parameters.map((parameter) => toParameter(root, parameter)),
    body: shapeOf(root, schemaIn(body)),
    answers: answers.map(([status, answer]) => toAnswer(root, status, answer)),
    example: {
      request: requestOf(line, parameters, exampleIn(body)),
      answer: success ? written(exampleIn(success[1])) : '',
    },
  }
}

/** Formats an example request with its request line, headers and body. */
function requestOf({ method, path }: OperationLine, parameters: Json[], body: unknown): string {
  const shown = (place: string) =>
    parameters
      .filter((parameter) => parameter['in'] === place && 'example' in parameter)
      .flatMap(({ name, example }) => [example].flat().map((value) => [text(name), String(value)] as const))
  const filled = shown('path').reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  )
  const query = shown('query').map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const headers = shown('header').map(([name, value]) => `${name}: ${value}`)
  const address = query.length > 0 ? `${filled}?${query.join('&')}` : filled
  return [`${method} ${address}`, ...headers, ...(body === undefined ? [] : ['', written(body)])].join('\n')
}

const written = (value: unknown) => JSON.stringify(value, null, 2)

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
  const description = text(response['description'])
  const errors = [...description.matchAll(/^`(\w+)`: (.+)$/gm)].map(([, code = '', message = '']) => ({
    code,
    message,
  }))
  const shape = errors.length > 0 ? '' : shapeOf(root, schemaIn(response))
  return { status, description, shape, errors }
}

const exampleIn = (holder: Json): unknown => {
  const [media] = Object.values(record(holder['content']))
  return record(media)['example']
}

/** Returns the schema of a JSON body or response. */
function schemaIn(holder: Json): unknown {
  const [media] = Object.values(record(holder['content']))
  return record(media)['schema']
}

/** Formats a schema in TypeScript notation, with limited depth. `inside` lists the enclosing shapes. */
export function shapeOf(root: Json, schema: unknown, depth = 0, inside: readonly string[] = []): string {
  const reference = text(record(schema)['$ref'])
  if (inside.includes(reference)) return reference.split('/').at(-1) ?? ''
  const within = reference ? [...inside, reference] : inside
  const shape = record(resolve(root, schema))
  const choices = list(shape['anyOf'] ?? shape['oneOf'])
  if (choices.length > 0) return choices.map((choice) => shapeOf(root, choice, depth, within)).join(' | ')
  if (Array.isArray(shape['enum'])) return shape['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in shape) return JSON.stringify(shape['const'])
  return shapeOfType(root, shape, depth, within)
}

function shapeOfType(root: Json, shape: Json, depth: number, inside: readonly string[]): string {
  const type = shape['type']
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return arrayOf(shapeOf(root, shape['items'], depth, inside))
  if (type === 'object' || 'properties' in shape) return shapeOfObject(root, shape, depth, inside)
  return text(type)
}

function arrayOf(items: string): string {
  return / \| /.test(items) && !items.startsWith('{') ? `(${items})[]` : `${items}[]`
}

function shapeOfObject(root: Json, shape: Json, depth: number, inside: readonly string[]): string {
  const properties = Object.entries(record(shape['properties']))
  if (properties.length === 0 || depth >= deepest) return 'object'
  const required = new Set(list(shape['required']).map(text))
  const indent = '  '.repeat(depth + 1)
  const lines = properties.map(
    ([name, property]) =>
      `${indent}${name}${required.has(name) ? '' : '?'}: ${shapeOf(root, property, depth + 1, inside)}`,
  )
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

/** Resolves a reference within the document. */
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

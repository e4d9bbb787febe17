import { expect, test } from 'vitest'
import { readApiDocs, shapeOf } from './openapi.ts'

const document = {
  info: { title: 'API', version: '1' },
  components: {
    schemas: { Node: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  },
  paths: {
    '/nodes/{nodeId}': {
      get: {
        operationId: 'getNode',
        tags: ['nodes'],
        summary: 'One node',
        parameters: [{ name: 'nodeId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'OK',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
          },
        },
      },
    },
  },
}

test('operations are grouped, with their parameters and the shapes of their answers', () => {
  const [group] = readApiDocs(document).groups
  expect(group?.name).toBe('nodes')
  expect(group?.operations[0]).toMatchObject({
    id: 'getNode',
    method: 'GET',
    path: '/nodes/{nodeId}',
    parameters: [{ name: 'nodeId', place: 'path', type: 'string', isRequired: true }],
    answers: [{ status: '200', shape: '{\n  id: string\n}' }],
  })
})

test('an operation without a tag goes to the group of its path', () => {
  const paths = { '/releases': { get: { responses: {} } } }
  expect(readApiDocs({ paths }).groups[0]).toMatchObject({
    name: 'releases',
    operations: [{ id: 'get-releases' }],
  })
})

test.each([
  [{ type: 'array', items: { type: 'integer' } }, 'integer[]'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'object' }, 'object'],
  [undefined, ''],
])('writes the schema %j', (schema, shape) => {
  expect(shapeOf({}, schema)).toBe(shape)
})

test.each([null, 5, 'text', [], { paths: null }, { paths: { '/x': null } }])(
  'survives the document %j',
  (broken) => {
    expect(readApiDocs(broken).groups).toEqual([])
  },
)

test('a shape that contains itself ends', () => {
  const tree = { type: 'object', properties: { child: { $ref: '#/tree' } } }
  expect(shapeOf({ tree }, tree)).toBe('{\n  child?: tree\n}')
})

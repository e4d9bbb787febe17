import { describe, expect, it } from 'vitest'
import { readApiIndex, readOperation, shapeOf } from './openapi.ts'

const document = {
  info: { title: 'API', version: '1' },
  components: {
    responses: { '404-1': { description: '`node_not_found`: Node not found' } },
    schemas: { Node: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  },
  paths: {
    '/nodes/{nodeId}': {
      get: {
        operationId: 'getNode',
        tags: ['nodes'],
        summary: 'One node',
        'x-access': 'public',
        parameters: [
          { name: 'nodeId', in: 'path', required: true, schema: { type: 'string' }, example: 'blur tools' },
          { name: 'days', in: 'query', required: false, schema: { type: 'integer' }, example: 3 },
        ],
        responses: {
          200: {
            description: 'OK',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Node' },
                example: { id: 'blur tools' },
              },
            },
          },
          404: { $ref: '#/components/responses/404-1' },
        },
      },
    },
  },
}

describe('OpenAPI reader', () => {
  it('orders groups like the tags, and public reads before other operations', () => {
    const operation = (tag: string, access: string) => ({ tags: [tag], 'x-access': access })
    const index = readApiIndex({
      tags: [{ name: 'nodes' }, { name: 'users' }],
      paths: {
        '/x': { get: operation('unknown', 'public') },
        '/users': { get: operation('users', 'signed-in') },
        '/nodes': { post: operation('nodes', 'signed-in'), get: operation('nodes', 'public') },
        '/nodes/mine': { get: operation('nodes', 'signed-in') },
        '/nodes/one': { get: operation('nodes', 'public') },
      },
    })
    expect(index.map(({ name, operations }) => [name, ...operations.map(({ id }) => id)])).toEqual([
      ['nodes', 'get-nodes', 'get-nodes-one', 'get-nodes-mine', 'post-nodes'],
      ['users', 'get-users'],
      ['unknown', 'get-x'],
    ])
  })

  it('groups operations, one line each', () => {
    expect(readApiIndex(document)).toEqual([
      {
        name: 'nodes',
        operations: [
          { id: 'getNode', method: 'GET', path: '/nodes/{nodeId}', summary: 'One node', access: 'public' },
        ],
      },
    ])
  })

  it('reads parameters, response shapes, error codes and an example', () => {
    expect(readOperation(document, 'getNode')).toMatchObject({
      id: 'getNode',
      parameters: [{ name: 'nodeId', place: 'path', type: 'string', isRequired: true }, { name: 'days' }],
      answers: [
        { status: '200', shape: '{\n  id: string\n}', errors: [] },
        { status: '404', shape: '', errors: [{ code: 'node_not_found', message: 'Node not found' }] },
      ],
      example: { request: 'GET /nodes/blur%20tools?days=3', answer: '{\n  "id": "blur tools"\n}' },
    })
    expect(readOperation(document, 'getNothing')).toBe(null)
  })

  it('groups an operation without a tag by its path', () => {
    const paths = { '/releases': { get: { responses: {} } } }
    expect(readApiIndex({ paths })[0]).toMatchObject({
      name: 'releases',
      operations: [{ id: 'get-releases' }],
    })
  })

  it.each([
    [{ type: 'array', items: { type: 'integer' } }, 'integer[]'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
    [{ type: 'object' }, 'object'],
    [undefined, ''],
  ])('formats the schema %j', (schema, shape) => {
    expect(shapeOf({}, schema)).toBe(shape)
  })

  it.each([null, 5, 'text', [], { paths: null }, { paths: { '/x': null } }])(
    'survives the document %j',
    (broken) => {
      expect(readApiIndex(broken)).toEqual([])
    },
  )

  it('stops at a shape that contains itself', () => {
    const tree = { type: 'object', properties: { child: { $ref: '#/tree' } } }
    expect(shapeOf({ tree }, { $ref: '#/tree' })).toBe('{\n  child?: tree\n}')
  })
})

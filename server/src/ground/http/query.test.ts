import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Route } from '@nodeyard/contract/ground'
import { routes } from '@nodeyard/contract/routes'
import { inputReader } from './input.ts'

interface Property {
  type?: string
  'x-empty-names-none'?: true
  format?: string
  items?: Property
}

const nothing = { type: 'object', properties: {} }
const propertiesOf = ({ query }: Route) =>
  Object.entries((query as { properties?: Record<string, Property> }).properties ?? {})

/** Parses one parameter of a route, with no others required. */
function read(route: Route, name: string, value: string | string[]): unknown {
  const query = { ...route.query, required: [] }
  const readInput = inputReader({
    ...route,
    query,
    params: nothing,
    body: nothing,
    headers: nothing,
  } as Route)
  const input = readInput({ params: {}, body: {}, headers: {}, query: { [name]: value } })
  return (input.query as Record<string, unknown>)[name]
}

function parameters(fits: (property: Property) => boolean) {
  const found = Object.values(routes).flatMap((route) =>
    propertiesOf(route).flatMap(([name, property]) => (fits(property) ? [{ route, name }] : [])),
  )
  assert.ok(found.length > 0)
  return found
}

const whatOf = (route: Route, name: string, value: string) => `${route.method} ${route.path}?${name}=${value}`

describe('the query of every route', () => {
  it('accepts booleans in Python and Go spelling', () => {
    for (const { route, name } of parameters(({ type }) => type === 'boolean')) {
      for (const text of ['true', 'True', 'TRUE', 't', 'T', '1', ' true '])
        assert.equal(read(route, name, text), true, whatOf(route, name, text))
      for (const text of ['false', 'False', 'FALSE', 'f', 'F', '0'])
        assert.equal(read(route, name, text), false, whatOf(route, name, text))
      for (const text of ['yes', 'on', '2', 'truee', 'None'])
        assert.throws(() => read(route, name, text), { code: 'invalid_request' }, whatOf(route, name, text))
    }
  })

  it('reads timestamps without zone, seconds or time as UTC', () => {
    const same: Record<string, string> = {
      '2026-01-31T12:30:00Z': '2026-01-31T12:30:00.000Z',
      '2026-01-31T12:30:00': '2026-01-31T12:30:00.000Z',
      '2026-01-31 12:30:00': '2026-01-31T12:30:00.000Z',
      '2026-01-31t12:30:00z': '2026-01-31T12:30:00.000Z',
      '2026-01-31T12:30': '2026-01-31T12:30:00.000Z',
      '2026-01-31T12:30:00.123456': '2026-01-31T12:30:00.123Z',
      '2026-01-31T12:30:00+02:00': '2026-01-31T10:30:00.000Z',
      '2026-01-31T12:30:00 02:00': '2026-01-31T10:30:00.000Z',
      '2026-01-31T12:30:00-0230': '2026-01-31T15:00:00.000Z',
      '2026-01-31': '2026-01-31T00:00:00.000Z',
    }
    for (const { route, name } of parameters(({ format }) => format === 'date-time')) {
      for (const [text, meant] of Object.entries(same))
        assert.equal(
          new Date(String(read(route, name, text))).toISOString(),
          meant,
          whatOf(route, name, text),
        )
      for (const text of [
        'yesterday',
        '2026-13-01',
        '2026-01-31T25:00',
        '2026',
        '31.01.2026',
        '1769862600',
        '0000-01-01',
      ])
        assert.throws(() => read(route, name, text), { code: 'invalid_request' }, whatOf(route, name, text))
    }
  })

  it('treats an empty parameter as absent, whatever its type', () => {
    for (const { route, name } of parameters((property) => !property['x-empty-names-none'])) {
      assert.equal(read(route, name, ''), undefined, whatOf(route, name, ''))
      assert.equal(read(route, `${name}[]`, ['', '']), undefined, whatOf(route, name, ''))
    }
  })
})
